use cosmwasm_schema::write_api;
use ping_pong::msg::{Behaviour, ExecuteMsg, QueryMsg};

fn main() {
    write_api! {
        name: "ping_pong",
        instantiate: Behaviour,
        execute: ExecuteMsg,
        query: QueryMsg,
        migrate: Behaviour,
    }
}
