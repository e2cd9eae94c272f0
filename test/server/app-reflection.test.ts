import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/base/bytes.js'
import { protoMessages, protoString, protoStrings, readProto } from '../../src/codec/proto.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { recordedServices } from './recorded-services.js'

const V1 = '/cosmos.base.reflection.v1beta1.ReflectionService'
const V2 = '/cosmos.base.reflection.v2alpha1.ReflectionService'
const NOTHING = new Uint8Array(0)
const { answers } = recordedServices('wasmd')
const { wasmd } = createSandbox({ chains: { wasmd: { kind: 'wasmd', prefix: 'wasm', chainId: 'wasmd-1' } } }).chains
const node = new ChainNode(wasmd.host.app, DEFAULT_CHAIN_LIMITS)

/** Messages of modules that a chain of this kind lacks. */
const GROUP = [
  'CreateGroup CreateGroupPolicy CreateGroupWithPolicy Exec LeaveGroup SubmitProposal UpdateGroupAdmin UpdateGroupMembers UpdateGroupMetadata',
  'UpdateGroupPolicyAdmin UpdateGroupPolicyDecisionPolicy UpdateGroupPolicyMetadata Vote WithdrawProposal',
].join(' ')
const LACKING = [...GROUP.split(' ').map((name) => `cosmos.group.v1.Msg${name}`), 'cosmos.nft.v1beta1.MsgSend']
/** By interface, what a node lists and this chain does not; all else is equal. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  'cosmos.base.v1beta1.Msg': LACKING.map((name) => `/${name}`),
  'cosmos.tx.v1beta1.MsgResponse': LACKING.map((name) => `/${name}Response`),
  'cosmos.group.v1.DecisionPolicy': [
    '/cosmos.group.v1.PercentageDecisionPolicy',
    '/cosmos.group.v1.ThresholdDecisionPolicy',
  ],
}

const recorded = (method: string): Uint8Array =>
  fromBase64(answers.find((answer) => answer.method === method)!.response ?? '')

const asked = answers
  .filter(({ method, request }) => method === `${V1}/ListImplementations` && request !== '')
  .map(({ request, response = '' }) => ({
    name: protoString(readProto(fromBase64(request)), 1),
    request: fromBase64(request),
    theirs: protoStrings(readProto(fromBase64(response)), 1),
  }))

test.each(asked)('implementations of $name are those of a node', ({ name, request, theirs }) => {
  const ours = protoStrings(readProto(node.query(`${V1}/ListImplementations`, request)), 1)
  expect(ours).toEqual(theirs.filter((type) => MISSING[name]?.includes(type) !== true).toSorted())
  expect(theirs).toEqual(expect.arrayContaining([...(MISSING[name] ?? [])]))
})

test('interfaces are those of a node', () => {
  const theirs = protoStrings(readProto(recorded(`${V1}/ListAllInterfaces`)), 1)
  const wanted = theirs.filter((name) => name !== 'cosmos.group.v1.DecisionPolicy').toSorted()
  expect(protoStrings(readProto(node.query(`${V1}/ListAllInterfaces`, NOTHING)), 1)).toEqual(wanted)
})

test('no name is refused as a node refuses it', () => {
  const refused = answers.find(({ method, request }) => method === `${V1}/ListImplementations` && request === '')!
  expect(refused.message).toBe('invalid interface name')
  expect(() => node.query(`${V1}/ListImplementations`, NOTHING)).toThrow(refused.message!)
})

test.each(['GetChainDescriptor', 'GetConfigurationDescriptor'])('%s is that of a node', (name) => {
  expect(toBase64(node.query(`${V2}/${name}`, NOTHING))).toBe(toBase64(recorded(`${V2}/${name}`)))
})

test('GetAuthnDescriptor is that of a node, whose sign modes are in no order', () => {
  const modes = (response: Uint8Array) =>
    protoMessages(readProto(response), 1)
      .flatMap((descriptor) => protoMessages(readProto(descriptor), 1))
      .map(toBase64)
      .toSorted()
  const theirs = modes(recorded(`${V2}/GetAuthnDescriptor`))
  expect(theirs).toHaveLength(3)
  expect(modes(node.query(`${V2}/GetAuthnDescriptor`, NOTHING))).toEqual(theirs)
})

/** Of the descriptor in a response, its parts: each with its name and the texts of what it consists of. */
function partsOf(response: Uint8Array, field: number, inner: number): Readonly<Record<string, readonly string[]>> {
  const inside = (bytes: Uint8Array, number: number) => protoMessages(readProto(bytes), number).map(readProto)
  const [descriptor] = protoMessages(readProto(response), 1)
  const parts = inside(descriptor!, field).map((part): [string, readonly string[]] => [
    protoString(part, 1),
    protoMessages(part, inner)
      .map(readProto)
      .map((one) => `${protoString(one, 1)} ${protoString(one, 2)}`)
      .toSorted(),
  ])
  expect(parts.length).toBeGreaterThan(20)
  return Object.fromEntries(parts)
}

const both = (name: string, field: number, inner: number) =>
  [recorded(`${V2}/${name}`), node.query(`${V2}/${name}`, NOTHING)].map((response) => partsOf(response, field, inner))

test('the codec has the interfaces of a node', () => {
  const [theirs, ours] = both('GetCodecDescriptor', 1, 3)
  const wanted = Object.entries(theirs!)
    .filter(([name]) => name !== 'cosmos.group.v1.DecisionPolicy')
    .map(([name, types]) => [name, types.filter((type) => MISSING[name]?.includes(type.split(' ')[1]!) !== true)])
  expect(ours).toEqual(Object.fromEntries(wanted))
})

test('the messages of transactions are those of a node', () => {
  const [theirs, ours] = both('GetTxDescriptor', 2, 0)
  const lacking = LACKING.map((name) => `/${name}`)
  expect(Object.keys(ours!)).toEqual(
    Object.keys(theirs!)
      .filter((url) => !lacking.includes(url))
      .toSorted(),
  )
})

test('services and their methods are those of a node, as far as they are answered', () => {
  const [theirs, ours] = both('GetQueryServicesDescriptor', 1, 3)
  const wanted = Object.entries(theirs!)
    .map(([name, methods]): [string, readonly string[]] => [
      name,
      methods.filter((method) => node.answers(method.split(' ')[1]!)),
    ])
    .filter(([, methods]) => methods.length > 0)
  expect(ours).toEqual(Object.fromEntries(wanted))
})
