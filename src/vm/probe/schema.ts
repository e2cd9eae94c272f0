import type { Json } from '../../base/json-value.js'
import { FormFinder } from './value-form.js'
import type { ValueParser } from './verdict.js'
import { MessageParser, type MessageEntry } from './parser.js'

/** The titles that cosmwasm-schema gives the messages. */
const TITLES: Readonly<Record<MessageEntry, string>> = {
  instantiate: 'InstantiateMsg',
  execute: 'ExecuteMsg',
  query: 'QueryMsg',
  migrate: 'MigrateMsg',
  sudo: 'SudoMsg',
}

/** The mark of an inferred schema. */
export const PROBED = "Inferred by `sudobox schema infer` from the contract's errors for invalid messages."

/**
 * Infers the schema of a contract from its parser: its messages, their fields, and their types. The document has the form of cosmwasm-schema's.
 * If the contract ignores unknown fields, optional fields are found by trying the words in its data section. Missing are responses to queries, and
 * what the contract checks after parsing. Values that serde buffers (`untagged`, `flatten`, tagged enums) may be anything.
 *
 * @param name of the contract @param isOver whether the time is over; what was not found by then may be anything
 * @throws VmError for code that is not a contract
 */
export function probeSchema(wasm: Uint8Array, name: string, isOver?: () => boolean): Readonly<Record<string, Json>> {
  const parser = new MessageParser(wasm)
  const messages: Record<string, Json> = {}
  for (const [entry, title] of Object.entries(TITLES) as [MessageEntry, string][]) {
    if (!parser.entryPoints.has(entry)) {
      messages[entry] = null
      continue
    }
    const finder = new FormFinder(parser.of(entry), isOver)
    const { schema } = finder.form('', title)
    messages[entry] = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      title,
      ...inPlace(schema, finder.definitions),
    }
  }
  return {
    $comment: PROBED,
    contract_name: name,
    idl_version: '1.0.0',
    ...messages,
    responses: null,
  }
}

/** Infers the schema of the values that a parser accepts; undefined if it cannot be found out. @param name of the value */
export function probeValue(parser: ValueParser, name: string): Readonly<Record<string, Json>> | undefined {
  const finder = new FormFinder(parser)
  const { schema } = finder.form('', name)
  return Object.keys(schema).length === 0 ? undefined : inPlace(schema, finder.definitions)
}

/** If the message itself is an enum, its definition moves to the top level, as in cosmwasm-schema. */
function inPlace(
  schema: Readonly<Record<string, Json>>,
  definitions: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const { $ref } = schema
  const name = typeof $ref === 'string' ? $ref.replace('#/definitions/', '') : undefined
  const top = name === undefined ? schema : (definitions[name] as Readonly<Record<string, Json>>)
  const rest = Object.entries(definitions).filter(
    ([one]) => one !== name || JSON.stringify(definitions).includes(`"#/definitions/${one}"`),
  )
  return { ...top, ...(rest.length > 0 && { definitions: Object.fromEntries(rest) }) }
}
