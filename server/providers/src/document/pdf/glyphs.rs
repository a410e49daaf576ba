//! The letters of a page, as the content of the page paints them.

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

/// More letters than this on one page are a picture made of letters.
const MOST: usize = 400_000;

#[derive(Clone, Debug)]
pub(super) struct Glyph {
    /// Where it begins and ends, and its base line, from above; turned so that it is read from left to right.
    pub(super) x: f64,
    pub(super) end: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) text: String,
    /// By how many quarter turns it was written.
    pub(super) turned: u8,
}

#[derive(Default)]
pub(super) struct Page {
    pub(super) glyphs: Vec<Glyph>,
}

impl OutputDev for Page {
    fn begin_page(&mut self, _page: u32, _media: &MediaBox, _art: Option<(f64, f64, f64, f64)>) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        if self.glyphs.len() >= MOST {
            return Ok(());
        }
        // Along the line, and up from it.
        let along = (place.m11.hypot(place.m12)) * font_size.abs();
        let up = (place.m21.hypot(place.m22)) * font_size.abs();
        let size = if up > 0.0 { up } else { along };
        if !(size.is_finite() && size > 0.0 && place.m31.is_finite() && place.m32.is_finite()) {
            return Ok(());
        }
        let mirrored = if font_size < 0.0 { -1.0 } else { 1.0 };
        let (right, rise) = (place.m11 * mirrored, place.m12 * mirrored);
        let (turned, x, y) = if right.abs() >= rise.abs() {
            if right >= 0.0 { (0, place.m31, -place.m32) } else { (2, -place.m31, place.m32) }
        } else if rise > 0.0 {
            (1, place.m32, place.m31)
        } else {
            (3, -place.m32, -place.m31)
        };
        let width = if width.is_finite() { width.clamp(0.0, 10.0) } else { 0.5 };
        self.glyphs.push(Glyph { x, end: x + width * along, y, size, text: letters(text), turned });
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// Ligatures as their letters, and no signs that cannot be seen.
fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\u{fb00}' => letters.push_str("ff"),
            '\u{fb01}' => letters.push_str("fi"),
            '\u{fb02}' => letters.push_str("fl"),
            '\u{fb03}' => letters.push_str("ffi"),
            '\u{fb04}' => letters.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => letters.push_str("st"),
            '\u{a0}' | '\t' | '\n' | '\r' => letters.push(' '),
            '\u{ad}' => letters.push('-'),
            sign if sign.is_control() || sign == '\u{feff}' || sign == '\u{200b}' => {}
            sign => letters.push(sign),
        }
    }
    letters
}
