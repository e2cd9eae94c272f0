import { bytes, pointer, slice, string, struct, type ValueOf } from '../go-json/index.js'
import { Event, EventAttribute, SubMsg } from './messages.js'
import { quickContractResult, quickQueryResult } from './quick.js'

/** What entry points return, read as wasmvm reads it. Source: wasmvm v3 types/msg.go, types/queries.go. */

export const Response = struct('Response', {
  messages: slice(SubMsg),
  data: bytes,
  attributes: slice(EventAttribute),
  events: slice(Event),
})

/** `instantiate`, `execute`, `migrate`, `sudo`, `reply`. Neither member, or an empty error, is what wasmd trips over. */
export const ContractResult = {
  ...struct('ContractResult', { ok: pointer(Response), error: string }),
  quick: quickContractResult,
}

/** `query`: the answer's bytes. */
export const QueryResult = { ...struct('QueryResult', { ok: bytes, error: string }), quick: quickQueryResult }

export type Response = ValueOf<typeof Response>
export type ContractResult = ValueOf<typeof ContractResult>
export type QueryResult = ValueOf<typeof QueryResult>
