import { bytes, pointer, slice, string, struct, type ValueOf } from '../go-json/index.js'
import { Event, EventAttribute, SubMsg } from './messages.js'
import { quickContractResult, quickQueryResult } from './quick.js'

/** Results of entry points, decoded as wasmvm does. Source: wasmvm v3 types/msg.go, types/queries.go. */

export const Response = struct('Response', {
  messages: slice(SubMsg),
  data: bytes,
  attributes: slice(EventAttribute),
  events: slice(Event),
})

/** `instantiate`, `execute`, `migrate`, `sudo`, `reply`. wasmd panics when neither member is set or the error is empty. */
export const ContractResult = {
  ...struct('ContractResult', { ok: pointer(Response), error: string }),
  quick: quickContractResult,
}

/** `query`: the answer's bytes. */
export const QueryResult = { ...struct('QueryResult', { ok: bytes, error: string }), quick: quickQueryResult }

export type Response = ValueOf<typeof Response>
export type ContractResult = ValueOf<typeof ContractResult>
export type QueryResult = ValueOf<typeof QueryResult>
