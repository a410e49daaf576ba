use super::*;
use std::io::Write;
use zip::{ZipWriter, write::SimpleFileOptions};

const SKILL: &str = "---\nname: financial-analysis\ndescription: \"For money: all of it\"\nallowed-tools:\n  - Read\n  - list_tables\n---\n\n# Analysis\n\nSee [indicators](references/indicators.md) and [secret](../secret.md), [docs](https://example.com).\n";

fn folder(place: &Path, name: &str, text: &str) -> PathBuf {
    let folder = place.join(name);
    fs::create_dir_all(folder.join("references")).expect("a folder");
    fs::write(folder.join("SKILL.md"), text).expect("a file");
    fs::write(folder.join("references/indicators.md"), "# Indicators").expect("a file");
    folder
}

#[test]
fn a_skill_says_what_it_is() {
    let skill = parse(SKILL, "folder", "skills/x/SKILL.md").expect("a skill");
    assert_eq!((&*skill.name, &*skill.description), ("financial-analysis", "For money: all of it"));
    assert_eq!(skill.allowed_tools, ["Read", "list_tables"]);
    assert!(skill.content.starts_with("# Analysis"));
    let lines: Vec<u32> = skill.links.iter().map(|link| link.line_number).collect();
    assert_eq!(lines, [11, 11, 11], "lines of the file, not of the text");
    assert_eq!(parse("# Only text", "folder", "").expect("a skill").name, "folder");
    let commas = parse("---\nname: a\nallowed-tools: Read, Grep\n---\nx", "f", "").expect("a skill");
    assert_eq!(commas.allowed_tools, ["Read", "Grep"]);
    assert!(matches!(parse("---\nname: [\n---\nx", "f", ""), Err(SkillFault::Malformed(_))));
    assert!(matches!(parse("---\nname: a/b\n---\nx", "f", ""), Err(SkillFault::Malformed(_))));
}

#[test]
fn the_first_place_that_has_a_name_wins() {
    let (project, global, other) =
        (tempfile::tempdir().expect("one"), tempfile::tempdir().expect("one"), tempfile::tempdir().expect("one"));
    folder(project.path(), "a", "---\nname: a\ndescription: of the project\n---\n");
    folder(global.path(), "a", "---\nname: a\ndescription: of everybody\n---\n");
    folder(global.path(), "B", "---\nname: B\ndescription: of everybody\n---\n");
    folder(other.path(), "b", "---\nname: b\ndescription: configured\n---\n");
    folder(other.path(), "broken", "---\nname: [\n---\n");
    fs::create_dir(other.path().join("nothing")).expect("a folder");
    let place = |folder: &Path, shown: &str| Place { folder: folder.into(), shown: shown.into() };
    let places = [
        place(project.path(), "skills"),
        place(global.path(), "~/skills"),
        place(other.path(), "more"),
        place(Path::new("/nowhere"), "nowhere"),
    ];
    let (skills, faults) = discover(&places);
    let shown: Vec<_> = skills.iter().map(|one| (&*one.skill.name, &*one.skill.description, &*one.skill.path)).collect();
    assert_eq!(shown, [("a", "of the project", "skills/a/SKILL.md"), ("B", "of everybody", "~/skills/B/SKILL.md")]);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("more/broken/SKILL.md: "), "where it lies is the operator's: {faults:?}");
    let before = traces(&places);
    assert_eq!((before.len(), &before), (5, &traces(&places)), "nothing was changed");
    fs::write(global.path().join("B/SKILL.md"), "---\nname: b\ndescription: changed\n---\n").expect("a file");
    assert_ne!(before, traces(&places));
}

#[test]
fn links_are_followed_inside_the_folder_only() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = folder(place.path(), "a", SKILL);
    fs::write(place.path().join("secret.md"), "secret").expect("a file");
    fs::write(folder.join("picture.png"), [0x89, 0, 1]).expect("a file");
    fs::write(folder.join("huge.md"), "x".repeat(LONGEST + 1)).expect("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(place.path().join("secret.md"), folder.join("link.md")).expect("a link");
        std::os::unix::fs::symlink(place.path(), folder.join("up")).expect("a link");
        for target in ["link.md", "up/secret.md"] {
            assert_eq!(follow(&folder, target), Err(SkillFault::Outside(target.into())));
        }
    }
    assert_eq!(follow(&folder, "references/indicators.md").as_deref(), Ok("# Indicators"));
    for target in ["../secret.md", "/etc/passwd", "%2e%2e/secret.md", "file:///etc/passwd", "references/../../secret.md"] {
        assert_eq!(follow(&folder, target), Err(SkillFault::Outside(target.into())));
    }
    assert_eq!(follow(&folder, "references"), Err(SkillFault::Missing("references".into())));
    assert_eq!(follow(&folder, "none.md"), Err(SkillFault::Missing("none.md".into())));
    assert_eq!(follow(&folder, "picture.png"), Err(SkillFault::NotText("picture.png".into())));
    assert_eq!(follow(&folder, "huge.md"), Err(SkillFault::TooLarge { limit: LONGEST }));
}

#[test]
fn a_link_is_read_once_until_its_file_changes() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = folder(place.path(), "a", SKILL);
    let links = Links::default();
    let first = links.follow(&folder, "references/indicators.md").expect("a text");
    assert!(Arc::ptr_eq(&first, &links.follow(&folder, "references/indicators.md").expect("a text")));
    let file = fs::File::options().write(true).truncate(true).open(folder.join("references/indicators.md")).expect("a file");
    (&file).write_all(b"# New").expect("written");
    file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
    assert_eq!(&*links.follow(&folder, "references/indicators.md").expect("a text"), "# New");
}

fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
        writer.write_all(text.as_bytes()).expect("written");
    }
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn an_archive_brings_skills_with_what_they_link_to() {
    let bytes = zipped(&[
        ("my/SKILL.md", SKILL),
        ("my/references/indicators.md", "# Indicators"),
        ("secret.md", "secret"),
        ("../out/SKILL.md", "---\nname: out\n---\n"),
        ("/abs/SKILL.md", "---\nname: abs\n---\n"),
    ]);
    let skills = unpack(&bytes).expect("skills");
    assert_eq!(skills.len(), 1, "{skills:?}");
    assert_eq!(skills[0].references.keys().collect::<Vec<_>>(), ["references/indicators.md"]);
    assert_eq!(unpack(&zipped(&[("readme.md", "x")])), Err(SkillFault::NoSkill));
    assert!(matches!(unpack(b"no archive"), Err(SkillFault::Malformed(_))));
    let bomb = "x".repeat(LONGEST + 1);
    assert!(matches!(unpack(&zipped(&[("a/SKILL.md", &bomb)])), Err(SkillFault::TooLarge { .. })));
}
