//! Line drawings of one weight on a grid of 24.

use crate::erased::Erase;
use leptos::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Search,
    Arrow,
    ArrowUp,
    Stop,
    Check,
    Pencil,
    Down,
    Download,
    Archive,
    Print,
    Warning,
    Sun,
    Moon,
    Screen,
    Company,
    Idea,
    Project,
    List,
    Close,
    Undo,
    Key,
    Clock,
    Offline,
    Swap,
    More,
    Import,
    Again,
    Back,
    Microphone,
    Like,
    Dislike,
}

impl Icon {
    /// Whether it points the way the line runs.
    const fn points_along(self) -> bool {
        matches!(self, Self::Arrow | Self::Back | Self::Undo)
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Search => "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4",
            Self::Arrow => "M5 12h14M13 6l6 6-6 6",
            Self::ArrowUp => "M12 19V5M6 11l6-6 6 6",
            Self::Stop => "M8 8h8v8H8z",
            Self::Check => "M5 12.5l4.5 4.5L19 7.5",
            Self::Pencil => "M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17zM14.5 7.5l3 3",
            Self::Down => "M6 9l6 6 6-6",
            Self::Download => "M12 4v11M7 10.5l5 5 5-5M5 20h14",
            Self::Archive => "M4 5h16v4H4zM6 9v11h12V9M10 13h4",
            Self::Print => "M7 9V4h10v5M7 18H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v6H7z",
            Self::Warning => "M12 4 2.8 20h18.4zM12 10v4.5M12 17.2h.01",
            Self::Sun => {
                "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"
            }
            Self::Moon => "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
            Self::Screen => "M3.5 5h17v11h-17zM9 20h6M12 16v4",
            Self::Company => "M4 20V6l8-3v17M12 9l8 2.5V20M2.5 20h19M7.5 9h1M7.5 13h1M7.5 17h1M15.5 14h1M15.5 17.5h1",
            Self::Idea => "M9 18h6M10 21h4M8.5 15c-1.6-1.2-2.8-3-2.8-5.2a6.3 6.3 0 0 1 12.6 0c0 2.2-1.2 4-2.8 5.2z",
            Self::Project => "M8 5H5.5v15.5h13V5H16M8.5 3.5h7v3.5h-7zM8.5 12l1.5 1.5 2.5-2.7M8.5 17h3M15 12.5h.5M15 17h.5",
            Self::List => "M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.01M4 12h.01M4 18h.01",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Undo => "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3",
            Self::Key => "M8 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.3 11.3 20 3M16 7l3 3",
            Self::Clock => "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2",
            Self::Offline => {
                "M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4.5-2.6M19 12a10 10 0 0 0-5-2.8M2 8.5a15 15 0 0 1 4-2.6M22 8.5a15 15 0 0 0-11.5-4M12 19.5h.01"
            }
            Self::Swap => "M4 8h14M14.5 4 18.5 8l-4 4M20 16H6M9.5 12l-4 4 4 4",
            Self::More => "M5.5 12h.01M12 12h.01M18.5 12h.01",
            Self::Import => "M12 15V4M7 8.5l5-5 5 5M5 14v6h14v-6",
            Self::Back => "M19 12H5M11 6l-6 6 6 6",
            Self::Microphone => "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM6 11a6 6 0 0 0 12 0M12 17v4",
            Self::Like => "M7 11v9H4v-9zM7 11l4-7.5a2.2 2.2 0 0 1 2.2 2.7L12.5 10H19a2 2 0 0 1 2 2.3l-1 6a2 2 0 0 1-2 1.7H7",
            Self::Dislike => "M7 13V4H4v9zM7 13l4 7.5a2.2 2.2 0 0 0 2.2-2.7L12.5 14H19a2 2 0 0 0 2-2.3l-1-6A2 2 0 0 0 18 4H7",
            Self::Again => "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9",
        }
    }
}

/// Decoration: the words beside it say what it means.
pub(crate) fn icon(which: Icon) -> impl IntoView {
    view! {
        <svg class=if which.points_along() { "icon along" } else { "icon" } viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d=which.path() />
        </svg>
    }
    .erase()
}
