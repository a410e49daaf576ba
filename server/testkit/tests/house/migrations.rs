//! What was published stays as it is: a database that a migration has changed already refuses another text of its name.

use super::{assert_clean, files, short};
use std::{collections::BTreeMap, fs};

/// The checksum (CRC-32) of each migration that was published. New ones are added here; none is ever changed.
const PUBLISHED: &[(&str, u32)] = &[
    ("migrations/postgres/0001_accounts.sql", 0x9037_43c6),
    ("migrations/postgres/0002_interviews.sql", 0xe63c_5a33),
    ("migrations/postgres/0003_whom_it_is_about.sql", 0x3ddd_cde8),
    ("migrations/postgres/0004_research_sources.sql", 0x0cbd_a964),
    ("migrations/postgres/0005_models.sql", 0xb775_ab2e),
    ("migrations/postgres/0006_research_tasks.sql", 0x4c92_d722),
    ("migrations/postgres/0007_review.sql", 0x43bb_aeff),
    ("migrations/postgres/0008_passwords_and_leases.sql", 0xad98_d1fd),
    ("migrations/postgres/0009_catalog.sql", 0xbf7d_5329),
    ("migrations/postgres/0011_pool_uses.sql", 0xeee6_4160),
    ("migrations/postgres/0012_retention.sql", 0x69cc_94c5),
    ("migrations/postgres/0013_web_search.sql", 0x507a_e4b7),
    ("migrations/postgres/0015_context_preload.sql", 0x5fbb_64a8),
    ("migrations/postgres/0017_project_pools.sql", 0x7b36_09b3),
    ("migrations/postgres/0019_query_log.sql", 0x9485_da22),
    ("migrations/postgres/0024_documents_of_projects.sql", 0xb4a7_53a8),
    ("migrations/postgres/0025_model_spending.sql", 0xa920_3957),
    ("migrations/postgres/0026_streams.sql", 0xe787_cf29),
    ("migrations/postgres/0027_pack_errors.sql", 0x3373_1293),
    ("migrations/postgres/0028_subjects_of_calls.sql", 0x5d73_6f42),
    ("migrations/postgres/0029_subjects_of_queries.sql", 0x864a_e337),
    ("migrations/postgres/0030_source_errors.sql", 0x327b_909d),
    ("migrations/postgres/0031_runs.sql", 0x46a1_e5b7),
    ("migrations/postgres/0032_schedules.sql", 0xd713_76f1),
    ("migrations/postgres/0033_packs.sql", 0xf910_7053),
    ("migrations/postgres/0034_prices.sql", 0xc1c9_23c1),
    ("migrations/postgres/0035_companies.sql", 0x09b5_8633),
    ("migrations/postgres/0036_asks.sql", 0x3224_31a8),
    ("migrations/postgres/0037_opportunities.sql", 0x4c95_9fd4),
    ("migrations/postgres/0038_company_schedules.sql", 0x9444_3bca),
    ("migrations/postgres/0039_company_places.sql", 0x3ba2_b3fc),
    ("migrations/postgres/0040_ask_schedules.sql", 0xf753_baf3),
    ("migrations/postgres/0041_deleted_projects.sql", 0xf325_84d8),
    ("migrations/postgres/0043_saved_queries.sql", 0xa6bf_da19),
    ("migrations/postgres/0044_interview_links.sql", 0x9db1_ca36),
    ("migrations/postgres/0045_deleted_sources.sql", 0x9b58_7da9),
    ("migrations/postgres/0046_found_beside_sources.sql", 0x6670_bdd8),
    ("migrations/postgres/0047_bytes_go_in_pieces.sql", 0x2614_e5cd),
    ("migrations/sqlite/0001_accounts.sql", 0xb0f9_e7c6),
    ("migrations/sqlite/0002_interviews.sql", 0xa116_f930),
    ("migrations/sqlite/0003_whom_it_is_about.sql", 0x3971_2a16),
    ("migrations/sqlite/0004_research_sources.sql", 0xa775_3183),
    ("migrations/sqlite/0005_models.sql", 0xc926_6be0),
    ("migrations/sqlite/0006_research_tasks.sql", 0xfd71_b80c),
    ("migrations/sqlite/0007_review.sql", 0x6a8a_a60b),
    ("migrations/sqlite/0008_passwords_and_leases.sql", 0x9b42_ee85),
    ("migrations/sqlite/0009_catalog.sql", 0x4af0_1dea),
    ("migrations/sqlite/0011_pool_uses.sql", 0xeee6_4160),
    ("migrations/sqlite/0012_retention.sql", 0x69cc_94c5),
    ("migrations/sqlite/0013_web_search.sql", 0xc5b7_2cc1),
    ("migrations/sqlite/0015_context_preload.sql", 0x14a6_5ad9),
    ("migrations/sqlite/0017_project_pools.sql", 0xd3e2_1ba7),
    ("migrations/sqlite/0019_query_log.sql", 0x4bbe_ada1),
    ("migrations/sqlite/0024_documents_of_projects.sql", 0xc01c_748c),
    ("migrations/sqlite/0025_model_spending.sql", 0x9273_651f),
    ("migrations/sqlite/0026_streams.sql", 0xbe7d_4dbb),
    ("migrations/sqlite/0027_pack_errors.sql", 0x3373_1293),
    ("migrations/sqlite/0028_subjects_of_calls.sql", 0x5d73_6f42),
    ("migrations/sqlite/0029_subjects_of_queries.sql", 0xb5c8_686a),
    ("migrations/sqlite/0030_source_errors.sql", 0x327b_909d),
    ("migrations/sqlite/0031_runs.sql", 0x2316_f1e2),
    ("migrations/sqlite/0032_schedules.sql", 0x5e68_d860),
    ("migrations/sqlite/0033_packs.sql", 0xbafb_9457),
    ("migrations/sqlite/0034_prices.sql", 0x8274_7a0d),
    ("migrations/sqlite/0035_companies.sql", 0x4c59_ca51),
    ("migrations/sqlite/0036_asks.sql", 0x20c3_56ce),
    ("migrations/sqlite/0037_opportunities.sql", 0xc87a_836b),
    ("migrations/sqlite/0038_company_schedules.sql", 0xeafc_5dad),
    ("migrations/sqlite/0039_company_places.sql", 0xe41c_ad66),
    ("migrations/sqlite/0040_ask_schedules.sql", 0x7fa6_6e70),
    ("migrations/sqlite/0041_deleted_projects.sql", 0x51ec_4dad),
    ("migrations/sqlite/0043_saved_queries.sql", 0x37e9_6f2e),
    ("migrations/sqlite/0044_interview_links.sql", 0x68fb_c57d),
    ("migrations/sqlite/0045_deleted_sources.sql", 0xbe6e_cef5),
    ("migrations/sqlite/0046_found_beside_sources.sql", 0x9e67_b09b),
    ("migrations/sqlite/0047_bytes_go_in_pieces.sql", 0x720a_4a08),
];

#[test]
fn no_migration_is_changed() {
    let sum = |path: &std::path::PathBuf| crc32fast::hash(&fs::read(path).expect("a readable file"));
    let found: BTreeMap<String, u32> = files("migrations", "sql").iter().map(|path| (short(path), sum(path))).collect();
    let mut faults: Vec<String> = PUBLISHED
        .iter()
        .filter(|(name, sum)| found.get(*name) != Some(sum))
        .map(|(name, _)| format!("{name} was published and is not as it was: undo that, and write a new migration"))
        .collect();
    let new = found.iter().filter(|(name, _)| !PUBLISHED.iter().any(|(known, _)| known == name));
    faults.extend(new.map(|(name, sum)| format!("{name} is new: add (\"{name}\", {sum:#010x})")));
    assert_clean(&faults);
}
