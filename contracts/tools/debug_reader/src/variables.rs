//! Variables and types by the debug information.

// The names of DWARF constants are those of the standard.
#![allow(non_upper_case_globals)]

use std::collections::HashSet;

use gimli::{
    AttributeValue, DebuggingInformationEntry, Dwarf, Error, Expression, Operation, Reader as _, Unit, UnitOffset,
    constants::*,
};

use crate::json::Json;
use crate::reader::Slice;

type Entry = DebuggingInformationEntry<Slice>;

struct Function {
    low: u64,
    high: u64,
    unit: usize,
    entry: UnitOffset,
}

/// Variables and types. Types have the offset of their entry in `.debug_info` as their number.
pub struct Variables {
    dwarf: Dwarf<Slice>,
    units: Vec<Unit<Slice>>,
    functions: Vec<Function>,
}

/// A function that runs at an address, inlined or not.
#[derive(Default)]
struct Scope {
    name: String,
    frame_base: Option<String>,
    variables: Vec<String>,
}

impl Variables {
    pub fn new(dwarf: Dwarf<Slice>) -> Self {
        let mut units = Vec::new();
        let mut headers = dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            if let Ok(unit) = dwarf.unit(header) {
                units.push(unit);
            }
        }
        let mut all = Self { dwarf, units, functions: Vec::new() };
        all.functions = (0..all.units.len()).flat_map(|unit| all.functions_of(unit)).collect();
        all
    }

    fn functions_of(&self, number: usize) -> Vec<Function> {
        let unit = &self.units[number];
        let mut found = Vec::new();
        let mut entries = unit.entries();
        while let Ok(Some(entry)) = entries.next_dfs() {
            if entry.tag() != DW_TAG_subprogram {
                continue;
            }
            let Ok(mut ranges) = self.dwarf.die_ranges(unit, entry) else { continue };
            while let Ok(Some(range)) = ranges.next() {
                // What the linker left out begins at 0.
                if range.begin > 0 && range.begin < range.end {
                    found.push(Function { low: range.begin, high: range.end, unit: number, entry: entry.offset() });
                }
            }
        }
        found
    }

    fn function(&self, address: u64) -> Option<&Function> {
        self.functions.iter().find(|one| one.low <= address && address < one.high)
    }

    /// The locals of the module that describe variables of the function at an address.
    pub fn locals(&self, address: u64) -> Vec<u32> {
        let mut found = HashSet::new();
        let Some(function) = self.function(address) else { return Vec::new() };
        let unit = &self.units[function.unit];
        self.walk(unit, function.entry, |_, entry| {
            for attribute in entry.attrs() {
                for expression in self.expressions(unit, attribute.value()) {
                    locals_in(expression.1, unit, &mut found);
                }
            }
            true
        });
        let mut sorted: Vec<u32> = found.into_iter().collect();
        sorted.sort_unstable();
        sorted
    }

    /// The functions at an address with their variables, the innermost first, as JSON.
    pub fn scopes(&self, address: u64) -> String {
        let Some(function) = self.function(address) else { return "[]".into() };
        let unit = &self.units[function.unit];
        let mut scopes: Vec<(isize, Scope)> = Vec::new();
        self.walk(unit, function.entry, |depth, entry| {
            let is_function = entry.offset() == function.entry;
            match entry.tag() {
                DW_TAG_subprogram | DW_TAG_inlined_subroutine if is_function || self.contains(unit, entry, address) => {
                    let frame_base = entry
                        .attr_value(DW_AT_frame_base)
                        .and_then(|value| self.location_at(unit, value, address));
                    let name = self.name_of(unit, entry, 0).unwrap_or_default();
                    scopes.push((depth, Scope { name, frame_base, variables: Vec::new() }));
                    true
                }
                DW_TAG_lexical_block => self.contains(unit, entry, address),
                DW_TAG_variable | DW_TAG_formal_parameter => {
                    if let Some(variable) = self.variable(unit, entry, address) {
                        // Entries come in order, so it belongs to the scope that was opened last above it.
                        if let Some((_, scope)) = scopes.iter_mut().rev().find(|(at, _)| *at < depth) {
                            scope.variables.push(variable);
                        }
                    }
                    false
                }
                _ => false,
            }
        });
        let mut json = Json::default();
        json.list(scopes.iter().rev(), |json, (_, scope)| {
            json.object(|json| {
                json.text("name", &scope.name);
                json.optional("frameBase", scope.frame_base.as_deref());
                json.raw("variables", &format!("[{}]", scope.variables.join(",")));
            });
        });
        json.0
    }

    /// Visits an entry and those below it; the visitor tells whether to go into one.
    fn walk(&self, unit: &Unit<Slice>, from: UnitOffset, mut visit: impl FnMut(isize, &Entry) -> bool) {
        fn go(
            unit: &Unit<Slice>,
            node: gimli::EntriesTreeNode<Slice>,
            depth: isize,
            visit: &mut impl FnMut(isize, &Entry) -> bool,
        ) -> Result<(), Error> {
            if !visit(depth, node.entry()) {
                return Ok(());
            }
            let mut children = node.children();
            while let Some(child) = children.next()? {
                go(unit, child, depth + 1, visit)?;
            }
            Ok(())
        }
        if let Ok(mut tree) = unit.entries_tree(Some(from)) {
            if let Ok(root) = tree.root() {
                // Of information that is broken, what can be read.
                let _ = go(unit, root, 0, &mut visit);
            }
        }
    }

    fn contains(&self, unit: &Unit<Slice>, entry: &Entry, address: u64) -> bool {
        let Ok(mut ranges) = self.dwarf.die_ranges(unit, entry) else { return false };
        while let Ok(Some(range)) = ranges.next() {
            if range.begin <= address && address < range.end {
                return true;
            }
        }
        false
    }

    /// The expressions of an attribute, each with its range of addresses.
    fn expressions(&self, unit: &Unit<Slice>, value: AttributeValue<Slice>) -> Vec<(Option<gimli::Range>, Expression<Slice>)> {
        if let AttributeValue::Exprloc(expression) = value {
            return vec![(None, expression)];
        }
        let mut found = Vec::new();
        if !matches!(value, AttributeValue::LocationListsRef(_) | AttributeValue::DebugLocListsIndex(_)) {
            return found;
        }
        if let Ok(Some(mut entries)) = self.dwarf.attr_locations(unit, value) {
            while let Ok(Some(entry)) = entries.next() {
                found.push((Some(entry.range), entry.data));
            }
        }
        found
    }

    fn location_at(&self, unit: &Unit<Slice>, value: AttributeValue<Slice>, address: u64) -> Option<String> {
        let at = |range: &Option<gimli::Range>| range.is_none_or(|range| range.begin <= address && address < range.end);
        let all = self.expressions(unit, value);
        let (_, expression) = all.iter().find(|(range, _)| at(range))?;
        expression.0.to_slice().ok().map(|bytes| hex(&bytes))
    }

    fn variable(&self, unit: &Unit<Slice>, entry: &Entry, address: u64) -> Option<String> {
        let name = self.name_of(unit, entry, 0)?;
        let kind = self.type_of(unit, entry, 0);
        let location = entry.attr_value(DW_AT_location).and_then(|value| self.location_at(unit, value, address));
        let constant = entry.attr_value(DW_AT_const_value).and_then(constant);
        let mut json = Json::default();
        json.object(|json| {
            json.text("name", &name);
            json.number("type", kind.map(|offset| offset as i64));
            json.raw("isArgument", if entry.tag() == DW_TAG_formal_parameter { "true" } else { "false" });
            json.optional("location", location.as_deref());
            json.optional("constant", constant.as_deref());
        });
        Some(json.0)
    }

    /// An attribute of the entry itself, or of the one that it is a copy of.
    fn inherited<T>(
        &self,
        unit: &Unit<Slice>,
        entry: &Entry,
        depth: u32,
        read: &dyn Fn(&Unit<Slice>, &Entry) -> Option<T>,
    ) -> Option<T> {
        if let Some(found) = read(unit, entry) {
            return Some(found);
        }
        if depth > 4 {
            return None;
        }
        let origin = entry.attr_value(DW_AT_abstract_origin).or_else(|| entry.attr_value(DW_AT_specification))?;
        let (unit, offset) = self.target(unit, origin)?;
        self.inherited(unit, &unit.entry(offset).ok()?, depth + 1, read)
    }

    fn name_of(&self, unit: &Unit<Slice>, entry: &Entry, depth: u32) -> Option<String> {
        self.inherited(unit, entry, depth, &|unit, entry| {
            let value = entry.attr_value(DW_AT_name)?;
            self.dwarf.attr_string(unit, value).ok().map(|text| text.to_string_lossy().into_owned())
        })
    }

    fn type_of(&self, unit: &Unit<Slice>, entry: &Entry, depth: u32) -> Option<usize> {
        self.inherited(unit, entry, depth, &|unit, entry| {
            let (unit, offset) = self.target(unit, entry.attr_value(DW_AT_type)?)?;
            Some(unit.header.debug_info_offset()?.0 + offset.0)
        })
    }

    fn target(&self, unit: &Unit<Slice>, value: AttributeValue<Slice>) -> Option<(&Unit<Slice>, UnitOffset)> {
        let offset = match value {
            AttributeValue::UnitRef(offset) => unit.header.debug_info_offset()?.0 + offset.0,
            AttributeValue::DebugInfoRef(offset) => offset.0,
            _ => return None,
        };
        self.at(offset)
    }

    fn at(&self, offset: usize) -> Option<(&Unit<Slice>, UnitOffset)> {
        self.units.iter().find_map(|unit| {
            let start = unit.header.debug_info_offset()?.0;
            let end = start + unit.header.length_including_self();
            (start <= offset && offset < end).then(|| (unit, UnitOffset(offset - start)))
        })
    }

    /// A type as JSON, with the numbers of those that it is made of.
    pub fn describe(&self, id: usize) -> String {
        let mut json = Json::default();
        json.object(|json| {
            if let Some((unit, offset)) = self.at(id) {
                if let Ok(entry) = unit.entry(offset) {
                    self.describe_entry(unit, &entry, json);
                }
            }
        });
        json.0
    }

    fn describe_entry(&self, unit: &Unit<Slice>, entry: &Entry, json: &mut Json) {
        json.text("kind", entry.tag().static_string().unwrap_or("").trim_start_matches("DW_TAG_"));
        json.optional("name", self.name_of(unit, entry, 0).as_deref());
        for (name, attribute) in [("size", DW_AT_byte_size), ("encoding", DW_AT_encoding)] {
            json.number(name, entry.attr_value(attribute).and_then(number));
        }
        json.number("type", self.type_of(unit, entry, 0).map(|offset| offset as i64));
        self.describe_parts(unit, entry.offset(), json);
    }

    /// Members, variants, values of an enumeration, the length of an array.
    fn describe_parts(&self, unit: &Unit<Slice>, offset: UnitOffset, json: &mut Json) {
        let mut members = Vec::new();
        let mut values = Vec::new();
        let mut parameters = Vec::new();
        let mut variants = None;
        let mut count = None;
        self.walk(unit, offset, |depth, entry| {
            match entry.tag() {
                DW_TAG_member if depth == 1 => members.push(self.member(unit, entry)),
                DW_TAG_template_type_parameter if depth == 1 => parameters.push(self.member(unit, entry)),
                DW_TAG_enumerator => {
                    let mut json = Json::default();
                    json.object(|json| {
                        json.optional("name", self.name_of(unit, entry, 0).as_deref());
                        json.optional("value", entry.attr_value(DW_AT_const_value).and_then(constant).as_deref());
                    });
                    values.push(json.0);
                }
                DW_TAG_subrange_type => count = entry.attr_value(DW_AT_count).and_then(number),
                DW_TAG_variant_part if depth == 1 => variants = Some(self.variants(unit, entry)),
                _ => {}
            }
            depth == 0
        });
        json.raw("members", &format!("[{}]", members.join(",")));
        json.raw("values", &format!("[{}]", values.join(",")));
        json.raw("parameters", &format!("[{}]", parameters.join(",")));
        json.number("count", count);
        if let Some(variants) = variants {
            json.raw("variants", &variants);
        }
    }

    fn member(&self, unit: &Unit<Slice>, entry: &Entry) -> String {
        let mut json = Json::default();
        json.object(|json| {
            json.optional("name", self.name_of(unit, entry, 0).as_deref());
            json.number("type", self.type_of(unit, entry, 0).map(|offset| offset as i64));
            json.number("offset", entry.attr_value(DW_AT_data_member_location).and_then(number));
        });
        json.0
    }

    fn variants(&self, unit: &Unit<Slice>, part: &Entry) -> String {
        let mut discriminant = None;
        let mut cases: Vec<(Option<String>, Option<String>)> = Vec::new();
        self.walk(unit, part.offset(), |_, entry| match entry.tag() {
            DW_TAG_variant_part => true,
            DW_TAG_variant => {
                cases.push((entry.attr_value(DW_AT_discr_value).and_then(constant), None));
                true
            }
            DW_TAG_member => {
                let member = self.member(unit, entry);
                match cases.last_mut() {
                    None => discriminant = Some(member),
                    Some((_, case)) => *case = Some(member),
                }
                false
            }
            _ => false,
        });
        let mut json = Json::default();
        json.object(|json| {
            json.raw("discriminant", discriminant.as_deref().unwrap_or("null"));
            let cases: Vec<String> = cases
                .iter()
                .map(|(value, member)| {
                    let mut json = Json::default();
                    json.object(|json| {
                        json.optional("value", value.as_deref());
                        json.raw("member", member.as_deref().unwrap_or("null"));
                    });
                    json.0
                })
                .collect();
            json.raw("cases", &format!("[{}]", cases.join(",")));
        });
        json.0
    }
}

fn locals_in(expression: Expression<Slice>, unit: &Unit<Slice>, found: &mut HashSet<u32>) {
    let mut operations = expression.operations(unit.encoding());
    while let Ok(Some(operation)) = operations.next() {
        if let Operation::WasmLocal { index } = operation {
            found.insert(index);
        }
    }
}

fn number(value: AttributeValue<Slice>) -> Option<i64> {
    match value {
        AttributeValue::Encoding(encoding) => Some(encoding.0.into()),
        AttributeValue::Exprloc(_) => None,
        _ => value.sdata_value().or_else(|| value.udata_value().and_then(|value| value.try_into().ok())),
    }
}

/// A constant as decimal digits, or as hex bytes after `0x`.
fn constant(value: AttributeValue<Slice>) -> Option<String> {
    if let AttributeValue::Block(bytes) = value {
        return bytes.to_slice().ok().map(|bytes| format!("0x{}", hex(&bytes)));
    }
    value.udata_value().map(|value| value.to_string()).or_else(|| value.sdata_value().map(|value| value.to_string()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

