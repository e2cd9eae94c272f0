use std::cell::OnceCell;
use std::collections::HashMap;

use addr2line::{Context, Frame};
use gimli::{Dwarf, EndianSlice, Error, LittleEndian};

use crate::answer::Answer;
use crate::variables::Variables;

pub type Sections = HashMap<String, Vec<u8>>;
pub type Slice = EndianSlice<'static, LittleEndian>;

pub struct Reader {
    context: Context<Slice>,
    sections: HashMap<String, &'static [u8]>,
    /// Made at the first question about them.
    variables: OnceCell<Option<Variables>>,
}

impl Reader {
    pub fn new(sections: Sections) -> Option<Self> {
        // They stay as long as the instance.
        let sections = sections.into_iter().map(|(name, content)| (name, &*content.leak())).collect();
        let context = Context::from_dwarf(open(&sections)?).ok()?;
        Some(Self { context, sections, variables: OnceCell::new() })
    }

    pub fn variables(&self) -> Option<&Variables> {
        self.variables.get_or_init(|| open(&self.sections).map(Variables::new)).as_ref()
    }

    pub fn frames(&self, address: u32, answer: &mut Answer) {
        let frames = self.frames_at(address, answer);
        if !frames.is_empty() {
            answer.span(address, 1, &frames);
        }
    }

    pub fn spans(&self, low: u32, high: u32, answer: &mut Answer) {
        let Ok(ranges) = self.context.find_location_range(low.into(), high.into()) else { return };
        for (address, length, _) in ranges {
            let frames = self.frames_at(address as u32, answer);
            answer.span(address as u32, length as u32, &frames);
        }
    }

    /// The innermost first. Of information that is broken, what can be read.
    fn frames_at(&self, address: u32, answer: &mut Answer) -> Vec<[u32; 4]> {
        let mut found = Vec::new();
        let Ok(mut frames) = self.context.find_frames(address.into()).skip_all_loads() else { return found };
        while let Ok(Some(frame)) = frames.next() {
            found.push(numbers(&frame, answer));
        }
        found
    }
}

fn open(sections: &HashMap<String, &'static [u8]>) -> Option<Dwarf<Slice>> {
    let content = |name| sections.get(name).copied().unwrap_or_default();
    Dwarf::load(|id| Ok::<_, Error>(Slice::new(content(id.name()), LittleEndian))).ok()
}

fn numbers(frame: &Frame<Slice>, answer: &mut Answer) -> [u32; 4] {
    let name = frame.function.as_ref().and_then(|function| function.raw_name().ok());
    let function = answer.text(name.as_deref().unwrap_or_default());
    let location = frame.location.as_ref();
    let file = answer.text(location.and_then(|at| at.file).unwrap_or_default());
    [function, file, location.and_then(|at| at.line).unwrap_or(0), location.and_then(|at| at.column).unwrap_or(0)]
}
