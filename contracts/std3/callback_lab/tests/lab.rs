use std::marker::PhantomData;

use callback_lab::chain::ChainQuery;
use callback_lab::contract::{execute, instantiate, migrate, query, reply, sudo};
use callback_lab::msg::{Counters, ReceivedResponse};
use cosmwasm_std::testing::{message_info, mock_env, MockApi, MockQuerier, MockStorage};
use cosmwasm_std::{from_json, to_json_string, Addr, ContractResult, OwnedDeps, SystemResult};
use serde::de::DeserializeOwned;
use serde_json::json;

type Deps = OwnedDeps<MockStorage, MockApi, MockQuerier<ChainQuery>, ChainQuery>;

/// A chain that answers each custom query with `answer`.
fn lab(configuration: &str, answer: &'static str) -> Deps {
    let querier = MockQuerier::<ChainQuery>::new(&[])
        .with_custom_handler(move |_| SystemResult::Ok(ContractResult::Ok(answer.as_bytes().into())));
    let mut deps =
        OwnedDeps { storage: MockStorage::new(), api: MockApi::default(), querier, custom_query_type: PhantomData };
    let msg = from_json(configuration).unwrap();
    instantiate(deps.as_mut(), mock_env(), message_info(&Addr::unchecked("creator"), &[]), msg).unwrap();
    deps
}

fn call(deps: &mut Deps, message: &str) -> Result<(), String> {
    sudo(deps.as_mut(), mock_env(), from_json(message).unwrap()).map(|_| ()).map_err(|error| error.to_string())
}

fn act(deps: &mut Deps, message: &str) -> serde_json::Value {
    let info = message_info(&Addr::unchecked("anyone"), &[]);
    let response = execute(deps.as_mut(), mock_env(), info, from_json(message).unwrap()).unwrap();
    serde_json::to_value(response.messages).unwrap()
}

fn ask<T: DeserializeOwned>(deps: &Deps, message: &str) -> T {
    from_json(query(deps.as_ref(), mock_env(), from_json(message).unwrap()).unwrap()).unwrap()
}

const TIMEOUT: &str = r#"{"timeout":{"request":{"sequence":7, "later_field":[]}}}"#;

#[test]
fn a_callback_is_recorded_as_it_came() {
    let mut deps = lab("{}", "");
    call(&mut deps, TIMEOUT).unwrap();
    call(&mut deps, r#"{"kv_query_result":{"query_id":4}}"#).unwrap();
    let ReceivedResponse { received } = ask(&deps, r#"{"received":{}}"#);
    assert_eq!(received[0].message.text(), TIMEOUT);
    assert_eq!(received[0].raw.as_slice(), TIMEOUT.as_bytes());
    assert_eq!((received[1].index, received[1].callback.name()), (1, "kv_query_result"));
    let counters: Counters = ask(&deps, r#"{"counters":{}}"#);
    assert_eq!(counters, Counters { timeout: 1, kv_query_result: 1, ..Counters::default() });
}

#[test]
fn a_callback_fails_as_told_until_told_otherwise() {
    let mut deps = lab(r#"{"on_timeout":{"error":"not now"},"on_error":"error"}"#, "");
    assert_eq!(call(&mut deps, TIMEOUT), Err("not now".to_string()));
    assert_eq!(call(&mut deps, r#"{"error":{"request":{},"details":""}}"#), Err("told to fail".to_string()));
    act(&mut deps, r#"{"configure":{"callback":"error","behaviour":"succeed"}}"#);
    migrate(deps.as_mut(), mock_env(), from_json(r#"{"on_timeout":"succeed"}"#).unwrap()).unwrap();
    assert_eq!(call(&mut deps, TIMEOUT), Ok(()));
    assert_eq!(call(&mut deps, r#"{"error":{"request":{},"details":""}}"#), Ok(()));
}

#[test]
#[should_panic(expected = "told to panic")]
fn a_reply_can_panic() {
    let mut deps = lab(r#"{"on_reply":"panic"}"#, "");
    let message = from_json(r#"{"id":7,"gas_used":0,"result":{"error":"x"}}"#).unwrap();
    let _ = reply(deps.as_mut(), mock_env(), message);
}

#[test]
fn submessages_are_sent_with_their_options() {
    let mut deps = lab("{}", "");
    let messages = act(
        &mut deps,
        r#"{"act":{"behaviour":{"submessages":[
            {"msg":{"custom":{"resubmit_failure":{"failure_id":3}}},"reply_on":"error","id":9,"gas_limit":50000,"payload":"AQID"},
            {"msg":{"bank":{"burn":{"amount":[]}}}}
        ]}}}"#,
    );
    assert_eq!(
        messages,
        json!([
            {"id":9,"payload":"AQID","msg":{"custom":{"resubmit_failure":{"failure_id":3}}},"gas_limit":50000,"reply_on":"error"},
            {"id":0,"payload":"","msg":{"bank":{"burn":{"amount":[]}}},"gas_limit":null,"reply_on":"never"}
        ])
    );
}

#[test]
fn a_transfer_takes_the_fee_that_the_chain_asks_for() {
    let fee = r#"{"recv_fee":[],"ack_fee":[{"denom":"untrn","amount":"1000"}],"timeout_fee":[{"denom":"untrn","amount":"1000"}]}"#;
    let answer: &'static str = format!(r#"{{"min_fee":{fee}}}"#).leak();
    let mut deps = lab("{}", answer);
    let messages = act(&mut deps, r#"{"transfer":{"channel":"channel-0","to":"cosmos1x","amount":"100"}}"#);
    let transfer = &messages[0]["msg"]["custom"]["ibc_transfer"];
    assert_eq!(transfer["fee"], serde_json::from_str::<serde_json::Value>(fee).unwrap());
    assert_eq!(transfer["token"], json!({"denom":"untrn","amount":"100"}));
    assert_eq!(transfer["timeout_timestamp"], mock_env().block.time.plus_seconds(600).nanos());
}

#[test]
fn no_failures_and_a_failure_with_the_id_0_are_read_as_the_chain_prints_them() {
    let none: serde_json::Value = ask(&lab("{}", r#"{"failures":null}"#), r#"{"failures":{}}"#);
    assert_eq!(none, json!({"failures":[]}));
    let first = r#"{"failures":[{"address":"a","sudo_payload":"e30=","error":"codespace: wasm, code: 5"}]}"#;
    let one: serde_json::Value = ask(&lab("{}", first), r#"{"failures":{}}"#);
    assert_eq!(one["failures"][0]["id"], 0);
}

#[test]
fn a_behaviour_that_does_not_exist_is_refused_with_what_there_is() {
    let error = from_json::<callback_lab::behaviour::Behaviour>(r#"{"spend_gass":"1"}"#).unwrap_err().to_string();
    assert!(error.contains("unknown variant `spend_gass`, expected one of `error`, `panic`, `spend_gas`"), "{error}");
    assert_eq!(to_json_string(&callback_lab::behaviour::Behaviour::default()).unwrap(), r#""succeed""#);
}
