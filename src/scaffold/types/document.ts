import type { ContractSchema, MessageSchema } from '../../schema/index.js'
import { contractsByName, typeName, TypeNames, wholeText } from './names.js'
import { commentLines, memberName, typeText } from './type-text.js'

/** The first line of files that `sudobox types` wrote, and may overwrite. */
export const HEADER =
  '// Written by `sudobox types` from the schemas of the contracts. Do not edit it: run the command again.'

/** The names of the message types, whatever the titles in the schema. */
const MESSAGES = {
  instantiate: 'InstantiateMsg',
  execute: 'ExecuteMsg',
  query: 'QueryMsg',
  migrate: 'MigrateMsg',
  sudo: 'SudoMsg',
} as const

/**
 * A TypeScript file with the types of contracts: for each an interface for `deploy<…>`, and a namespace of the same name with the types of its
 * messages and responses.
 *
 * @throws UsageError for two contracts with the same name
 */
export function typesDocument(contracts: readonly ContractSchema[]): string {
  const texts = [...contractsByName(contracts)].map(([name, contract]) => contractText(name, contract))
  return `${[HEADER, '/* eslint-disable */', ...texts].join('\n\n')}\n`
}

function contractText(name: string, schema: ContractSchema): string {
  const types = new ContractTypesText()
  for (const entry of Object.keys(MESSAGES) as (keyof typeof MESSAGES)[])
    if (schema[entry] !== undefined) types.addMessage(MESSAGES[entry], schema[entry])
  const answers = [...schema.answers].map(([query, answer]) => [query, types.addAnswer(query, answer)] as const)
  const member = (entry: 'instantiate' | 'execute' | 'query' | 'migrate'): string =>
    `  ${entry}: ${schema[entry] === undefined ? 'never' : `${name}.${MESSAGES[entry]}`}`
  return [
    `/** The contract ${commentText(schema.contract)}: \`deploy<${name}>('….wasm', …)\`. */`,
    `export interface ${name} {`,
    member('instantiate'),
    member('execute'),
    member('query'),
    member('migrate'),
    '  answers: {',
    ...answers.map(([query, answer]) => `    ${memberName(query)}: ${name}.${answer}`),
    '  }',
    '}',
    '',
    `export declare namespace ${name} {`,
    types.declarations.map((text) => text.replaceAll(/^(?=.)/gm, '  ')).join('\n\n'),
    '}',
  ].join('\n')
}

const commentText = (text: string): string => text.replaceAll(/[^\w.-]/g, '')

/** The declarations of one contract's types. */
class ContractTypesText {
  readonly declarations: string[] = []
  readonly #names = new TypeNames()

  addMessage(name: string, schema: MessageSchema): void {
    this.#names.take(name, name, wholeText(schema, schema.root))
    this.#declare(name, schema)
  }

  /** @returns the name of its type */
  addAnswer(query: string, schema: MessageSchema): string {
    const title = typeName(schema.root.title ?? `${query}_response`)
    const { name, isNew } = this.#names.take(title, `${typeName(query)}${title}`, wholeText(schema, schema.root))
    if (isNew) this.#declare(name, schema)
    return name
  }

  /** The type itself, and those of definitions that are not declared yet. */
  #declare(name: string, schema: MessageSchema): void {
    const names = new Map([['#', name]])
    const fresh: string[] = []
    for (const [definition, node] of schema.definitions) {
      const wanted = typeName(definition)
      const taken = this.#names.take(wanted, `${name}${wanted}`, wholeText(schema, node))
      names.set(definition, taken.name)
      if (taken.isNew) fresh.push(definition)
    }
    const declaration = (ref: string, node: MessageSchema['root']): string =>
      [
        ...commentLines(node.description, ''),
        `export type ${names.get(ref)!} = ${typeText(node, (other) => names.get(other)!)}`,
      ].join('\n')
    this.declarations.push(
      declaration('#', schema.root),
      ...fresh.map((definition) => declaration(definition, schema.definitions.get(definition)!)),
    )
  }
}
