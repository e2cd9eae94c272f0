use std::borrow::Cow;

use cosmwasm_schema::cw_schema::{DefinitionReference, Node, NodeType, SchemaVisitor, Schemaifier};
use cosmwasm_schema::schemars::{
    gen::SchemaGenerator,
    schema::{Schema, SchemaObject},
    JsonSchema,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A JSON value kept and given out as the very text that came in.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl JsonSchema for Json {
    fn schema_name() -> String {
        "Json".to_string()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = SchemaObject::default();
        schema.metadata().description = Some("Any JSON value".to_string());
        schema.into()
    }
}

/// The other schema format of the same library, which knows no "any value".
impl Schemaifier for Json {
    fn visit_schema(visitor: &mut SchemaVisitor) -> DefinitionReference {
        let node = Node { name: Cow::Borrowed("Json"), description: None, value: NodeType::Unit };
        visitor.insert(Self::id(), node)
    }
}
