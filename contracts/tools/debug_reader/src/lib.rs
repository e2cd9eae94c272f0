//! Reads the debug information (DWARF) of a WebAssembly module for `src/vm/debug`. The host hands over the custom sections `.debug_*`, opens
//! them, and asks for places. Addresses are those of DWARF in WebAssembly: bytes from the start of the code section's content.

mod answer;
mod json;
mod reader;
mod variables;

use std::cell::RefCell;

use answer::Answer;
use reader::{Reader, Sections};

#[derive(Default)]
struct State {
    /// What the host wrote last.
    input: Vec<u8>,
    name: String,
    sections: Sections,
    reader: Option<Reader>,
    answer: Answer,
}

thread_local! {
    /// One module has one instance of this one.
    static STATE: RefCell<State> = RefCell::default();
}

/// Room for `length` bytes that the host writes next.
#[no_mangle]
pub extern "C" fn input(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input = vec![0; length];
        state.input.as_mut_ptr()
    })
}

/// The input is the name of a section.
#[no_mangle]
pub extern "C" fn name() {
    STATE.with_borrow_mut(|state| {
        let input = std::mem::take(&mut state.input);
        state.name = String::from_utf8_lossy(&input).into_owned();
    });
}

/// The input is the content of the section that was named.
#[no_mangle]
pub extern "C" fn section() {
    STATE.with_borrow_mut(|state| {
        let name = std::mem::take(&mut state.name);
        let content = std::mem::take(&mut state.input);
        state.sections.insert(name, content);
    });
}

/// Opens the sections. 1, or 0 when they cannot be read.
#[no_mangle]
pub extern "C" fn open() -> u32 {
    STATE.with_borrow_mut(|state| {
        state.reader = Reader::new(std::mem::take(&mut state.sections));
        state.reader.is_some().into()
    })
}

/// Answers with the frames at an address: a span of one byte, or none.
#[no_mangle]
pub extern "C" fn frames(address: u32) -> usize {
    answered(|reader, answer| reader.frames(address, answer))
}

/// Answers with the spans of the line table between two addresses, in order, each with its frames.
#[no_mangle]
pub extern "C" fn spans(low: u32, high: u32) -> usize {
    answered(|reader, answer| reader.spans(low, high, answer))
}

/// Answers with the locals of the module that describe variables of the function at an address.
#[no_mangle]
pub extern "C" fn locals(address: u32) -> usize {
    answered(|reader, answer| {
        answer.numbers = reader.variables().map(|all| all.locals(address.into())).unwrap_or_default();
    })
}

/// Answers with a text: the functions that run at an address, the innermost first, with their variables, as JSON.
#[no_mangle]
pub extern "C" fn scopes(address: u32) -> usize {
    answered(|reader, answer| {
        let text = reader.variables().map(|all| all.scopes(address.into())).unwrap_or_default();
        answer.numbers = vec![answer.text(&text)];
    })
}

/// Answers with a text: a type by its number, as JSON.
#[no_mangle]
pub extern "C" fn describe(id: u32) -> usize {
    answered(|reader, answer| {
        let text = reader.variables().map(|all| all.describe(id as usize)).unwrap_or_default();
        answer.numbers = vec![answer.text(&text)];
    })
}

/// The answer: its numbers, as many as the question returned.
#[no_mangle]
pub extern "C" fn numbers() -> *const u32 {
    STATE.with_borrow(|state| state.answer.numbers.as_ptr())
}

/// The text of a number in the answer, and its length in bytes. It keeps its number for all answers.
#[no_mangle]
pub extern "C" fn text(index: usize) -> *const u8 {
    STATE.with_borrow(|state| state.answer.texts[index].as_ptr())
}

#[no_mangle]
pub extern "C" fn text_length(index: usize) -> usize {
    STATE.with_borrow(|state| state.answer.texts[index].len())
}

fn answered(ask: impl FnOnce(&Reader, &mut Answer)) -> usize {
    STATE.with_borrow_mut(|state| {
        let State { reader, answer, .. } = state;
        answer.numbers.clear();
        if let Some(reader) = reader {
            ask(reader, answer);
        }
        answer.numbers.len()
    })
}
