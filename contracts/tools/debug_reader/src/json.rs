/// JSON under construction.
#[derive(Default)]
pub struct Json(pub String);

impl Json {
    pub fn object(&mut self, write: impl FnOnce(&mut Self)) {
        self.0.push('{');
        write(self);
        self.0.push('}');
    }

    pub fn list<T>(&mut self, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.0.push('[');
        for (i, item) in items.enumerate() {
            if i > 0 {
                self.0.push(',');
            }
            write(self, item);
        }
        self.0.push(']');
    }

    pub fn raw(&mut self, name: &str, value: &str) {
        if !self.0.ends_with('{') {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(value);
    }

    pub fn text(&mut self, name: &str, value: &str) {
        let mut quoted = String::from("\"");
        for character in value.chars() {
            match character {
                '"' | '\\' => quoted.extend(['\\', character]),
                '\0'..='\u{1f}' => quoted.push_str(&format!("\\u{:04x}", character as u32)),
                _ => quoted.push(character),
            }
        }
        quoted.push('"');
        self.raw(name, &quoted);
    }

    /// Nothing for none.
    pub fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        }
    }

    pub fn number(&mut self, name: &str, value: Option<i64>) {
        if let Some(value) = value {
            self.raw(name, &value.to_string());
        }
    }
}
