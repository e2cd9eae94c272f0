use std::collections::HashMap;
use std::rc::Rc;

/// Numbers for the host. A span is its first address, its length and how many frames follow; a frame is its function, file, line and column,
/// where functions and files are numbers of texts, and lines and columns are 0 where they are not known.
#[derive(Default)]
pub struct Answer {
    pub numbers: Vec<u32>,
    pub texts: Vec<Rc<str>>,
    known: HashMap<Rc<str>, u32>,
}

impl Answer {
    pub fn span(&mut self, address: u32, length: u32, frames: &[[u32; 4]]) {
        self.numbers.extend([address, length, frames.len() as u32]);
        self.numbers.extend(frames.iter().flatten());
    }

    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.known.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        let text: Rc<str> = text.into();
        self.texts.push(text.clone());
        self.known.insert(text, number);
        number
    }
}
