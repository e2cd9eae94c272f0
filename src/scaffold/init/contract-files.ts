import { stringify } from 'yaml'
import { inLine } from '../../base/index.js'
import { withVmReleases, type VmReleases } from '../../replay/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { typeName } from '../types/index.js'
import { ACTORS, FUNDS, type FirstMessages } from './first-message.js'
import { literal, named, quoted, type Names } from './literal.js'

/** A contract of the project, and the messages that were found for it. Paths are relative to the project's folder. */
export interface ContractPlan extends FirstMessages {
  readonly name: string
  readonly wasm: string
  /** The file of its schema, for campaigns. */
  readonly schema: string
  /** Other contracts that have to be deployed before it. */
  readonly needs: readonly ContractPlan[]
}

/** The first test of a contract: that it can be instantiated and queried. @param vm releases of the contract VM that it names */
export function testText(plan: ContractPlan, vm?: VmReleases): string {
  const sandboxOptions = withVmReleases(undefined, vm)
  const type = typeName(plan.name)
  const lines = [
    `import { expect, test } from 'sudobox/vitest'`,
    ...(plan.instantiate === undefined ? [] : [`import type { ${type} } from './contracts.js'`]),
    '',
    `const WASM = ${quoted(plan.wasm)}`,
    '',
    ...(sandboxOptions === undefined
      ? []
      : [`test.override(${literal({ sandboxOptions: sandboxOptions as Json }, new Map(), '')})`, '']),
    ...(plan.instantiate === undefined ? storedLines(plan) : instantiatedLines(plan, type)),
  ]
  return `${lines.join('\n')}\n`
}

function storedLines({ name, refusal }: ContractPlan): readonly string[] {
  return [
    `test(${quoted(`${name} is stored`)}, async ({ neutron }) => {`,
    `  expect(await neutron.account('alice').store(WASM)).toBe(1n)`,
    '})',
    '',
    '// No message was found that instantiates the contract. The last attempt failed with:',
    inLine(`//   ${(refusal ?? 'nothing').replaceAll(/\s+/g, ' ')}`),
    '// Write the test with `alice.deploy(WASM, { … })`.',
    `test.todo(${quoted(`${name} is instantiated`)})`,
  ]
}

function instantiatedLines(plan: ContractPlan, type: string): readonly string[] {
  const { name, instantiate, query, addresses, needs } = plan
  const names: Names = new Map(Object.entries(addresses).map(([one, address]) => [address, `${variable(one)}.address`]))
  const messages = JSON.stringify([instantiate, query as Json, ...needs.map((need) => need.instantiate!)] as Json)
  const usesBob = messages.includes(addresses['bob']!)
  return [
    `test(${quoted(`${name} is instantiated`)}, async ({ neutron }) => {`,
    `  const alice = neutron.account('alice', ${quoted(FUNDS)})`,
    ...(usesBob ? [`  const bob = neutron.account('bob', ${quoted(FUNDS)})`] : []),
    ...needs.map(
      (need) =>
        `  const ${variable(need.name)} = await alice.deploy(${quoted(need.wasm)}, ${literal(need.instantiate!, names, '  ')})`,
    ),
    `  const contract = await alice.deploy<${type}>(WASM, ${literal(instantiate!, names, '  ')})`,
    '',
    ...(query === undefined
      ? [`  expect(contract.address).toMatch(/^neutron1/)`]
      : [
          `  expect(contract.query(${literal(query.message, names, '  ')})).toEqual(${literal(query.answer, names, '  ')})`,
        ]),
    '})',
  ]
}

/** Names that a test has already, and words of the language that a contract could be called. */
const TAKEN: ReadonlySet<string> = new Set([
  'alice',
  'bob',
  'contract',
  'expect',
  'neutron',
  'test',
  'await',
  'break',
  'case',
  'catch',
  'class',
  'const',
  'continue',
  'debugger',
  'default',
  'delete',
  'do',
  'else',
  'enum',
  'export',
  'extends',
  'false',
  'finally',
  'for',
  'function',
  'if',
  'implements',
  'import',
  'in',
  'instanceof',
  'interface',
  'let',
  'new',
  'null',
  'package',
  'private',
  'protected',
  'public',
  'return',
  'static',
  'super',
  'switch',
  'this',
  'throw',
  'true',
  'try',
  'typeof',
  'var',
  'void',
  'while',
  'with',
  'yield',
])

/** A name for a TypeScript constant. */
const variable = (name: string): string => {
  const type = typeName(name)
  const constant = type.slice(0, 1).toLowerCase() + type.slice(1)
  return TAKEN.has(constant) ? `${constant}Contract` : constant
}

/** The first campaign of a contract: all actors send it all messages. @param vm releases of the contract VM that it names */
export function campaignText(plan: ContractPlan, vm?: VmReleases): string {
  const sandbox = withVmReleases(undefined, vm)
  const names = new Map(Object.entries(plan.addresses).map(([name, address]) => [address, `\${neutron.${name}}`]))
  const setup = [...plan.needs, plan].flatMap((one, i) => [
    step({ store: { wasm: { path: `../${one.wasm}` } } }),
    step({ instantiate: { codeId: i + 1, label: one.name, msg: named(one.instantiate!, names) } }),
  ])
  const document = {
    title: plan.name,
    ...(sandbox !== undefined && { sandbox }),
    actors: ACTORS.map((name) => ({ name, funds: FUNDS })),
    setup,
    contracts: [{ label: plan.name, schema: `../${plan.schema}` }],
  }
  const [head, rest] = splitAt(stringify(document, { lineWidth: 120 }), '\ncontracts:\n')
  return [
    '# yaml-language-server: $schema=../node_modules/sudobox/fixtures/campaign.schema.json',
    inLine(`# A campaign: npx sudobox fuzz campaigns/${plan.name}.yaml --seconds 60`),
    head,
    `${rest}    # The query for what each actor may claim. Lost coins are found with it (node_modules/sudobox/docs/guides/fuzzing.md):`,
    "    # claims: { query: { claims: { actor: '${actor}' } }, at: /coins }",
    '    # Messages that work. The campaign sends them more often:',
    '    # messages:',
    '    #   - { msg: { deposit: {} }, funds: 1000untrn }',
    '',
  ].join('\n')
}

const step = (message: Json): Json => ({ do: { action: 'tx', from: 'alice', messages: [message] } })

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at).trimEnd(), text.slice(at + 1)]
}
