//! As much of protobuf as the vault reads and writes.

/// Writes fields in the order in which they are given.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn number(mut self, field: u32, value: u64) -> Self {
        if value != 0 {
            self.varint(u64::from(field) << 3);
            self.varint(value);
        }
        self
    }

    pub fn bytes(mut self, field: u32, value: &[u8]) -> Self {
        if !value.is_empty() {
            self.varint(u64::from(field) << 3 | 2);
            self.varint(value.len() as u64);
            self.0.extend_from_slice(value);
        }
        self
    }

    pub fn coin(self, field: u32, denom: &str, amount: u128) -> Self {
        let coin = Writer::default().bytes(1, denom.as_bytes()).bytes(2, amount.to_string().as_bytes());
        self.bytes(field, &coin.finish())
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

pub enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message, up to its end or to the first that is none.
pub struct Fields<'a>(pub &'a [u8]);

impl<'a> Iterator for Fields<'a> {
    type Item = (u64, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.varint()?;
        let value = match tag & 7 {
            0 => Value::Number(self.varint()?),
            1 => Value::Bytes(self.take(8)?),
            2 => {
                let length = self.varint()?;
                Value::Bytes(self.take(usize::try_from(length).ok()?)?)
            }
            5 => Value::Bytes(self.take(4)?),
            _ => return None,
        };
        Some((tag >> 3, value))
    }
}

impl<'a> Fields<'a> {
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        if length > self.0.len() {
            return None;
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(taken)
    }
}

/// All values of a field that holds bytes.
pub fn all(message: &[u8], field: u64) -> impl Iterator<Item = &[u8]> {
    Fields(message).filter_map(move |(number, value)| match value {
        Value::Bytes(bytes) if number == field => Some(bytes),
        _ => None,
    })
}

/// The last value counts, as everywhere in protobuf.
pub fn bytes(message: &[u8], field: u64) -> &[u8] {
    all(message, field).last().unwrap_or_default()
}

pub fn text(message: &[u8], field: u64) -> &str {
    std::str::from_utf8(bytes(message, field)).unwrap_or_default()
}

pub fn number(message: &[u8], field: u64) -> u64 {
    let numbers = Fields(message).filter_map(|(number, value)| match value {
        Value::Number(value) if number == field => Some(value),
        _ => None,
    });
    numbers.last().unwrap_or_default()
}
