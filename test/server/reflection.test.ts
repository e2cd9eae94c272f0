import { fromBinary, isFieldSet } from '@bufbuild/protobuf'
import {
  EnumValueDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
} from '@bufbuild/protobuf/wkt'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/base/bytes.js'
import { GRPC_CODES, GrpcError } from '../../src/chain/errors.js'
import { packageTables } from '../../src/codec/proto-json/index.js'
import { protoBytes, protoMessages, ProtoWriter, readProto } from '../../src/codec/proto.js'
import { fileWithDependencies } from '../../src/server/grpc/files.js'
import { ReflectionStream } from '../../src/server/grpc/reflection.js'
import { recordedServices } from './recorded-services.js'

const recorded = recordedServices('wasmd')
/** Of a response: the files. */
const FILES = 4
/** What is asked where the answers differ. */
const OTHERWISE: readonly string[] = [
  // A node has the files of its own services only.
  'cosmos.bank.v1beta1.Msg',
  'grpc.reflection.v1.ServerReflection',
  // Files are without options, so these have nothing to tell.
  'google.protobuf.Empty',
  'google.api.http',
  'gogoproto.nullable',
  'cosmos.msg.v1.signer',
  'amino.name',
  // Not served.
  'cosmos.autocli.v1.Query',
  // There is one file for a package.
  'cosmos/bank/v1beta1/query.proto',
  'gogoproto/gogo.proto',
  'grpc/reflection/v1alpha/reflection.proto',
  'cosmos/bank/v1beta1.proto',
  // The numbers of its extensions, one of them, and none.
  'google.protobuf.FieldOptions',
  '\n\x1cgoogle.protobuf.FieldOptions\x10\x01',
  '\n\x1cgoogle.protobuf.FieldOptions\x10\ufffd\ufffd\x03',
]

const sent = new Set<string>()
const files = Object.keys(packageTables()).flatMap((name) => {
  const file = `${name.replaceAll('.', '/')}.proto`
  if (sent.has(file)) return []
  return fileWithDependencies(file, sent).map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
})

/** All that files define, under its full name: messages, enums, services, as the recording writes them. */
const ours = new Map<string, string>()
const fields: FieldDescriptorProto[] = []
const values: EnumDescriptorProto['value'] = []

function collect(scope: string, messages: readonly DescriptorProto[], enums: readonly EnumDescriptorProto[]): void {
  for (const { name, value } of enums) {
    values.push(...value)
    ours.set(`enum ${scope}.${name}`, value.map((one) => `${one.name} ${one.number}`).join(', '))
  }
  for (const message of messages) {
    const full = `${scope}.${message.name}`
    fields.push(...message.field)
    ours.set(`message ${full}`, message.field.map((field) => lineOf(message, field)).join(', '))
    collect(full, message.nestedType, message.enumType)
  }
}

function lineOf(message: DescriptorProto, field: FieldDescriptorProto): string {
  const { name, number, jsonName, label, type, typeName, proto3Optional } = field
  const entry = message.nestedType.find((inner) => typeName.endsWith(`.${message.name}.${inner.name}`))
  const isList = label === Label.REPEATED
  const isMap = entry?.options?.mapEntry === true
  const labelled = isMap ? 'map' : isList ? 'repeated' : proto3Optional ? 'explicit' : 'optional'
  const typed = typeName === '' ? Type[type].toLowerCase() : typeName.slice(1)
  const oneof = isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex)
    ? [message.oneofDecl[field.oneofIndex]!.name]
    : []
  const isPacked = isList && ![Type.MESSAGE, Type.STRING, Type.BYTES].includes(type)
  return [name, labelled, typed, number, jsonName, ...oneof, ...(isPacked ? ['packed'] : [])].join(' ')
}

for (const { package: name, messageType, enumType, service } of files) {
  collect(name, messageType, enumType)
  for (const { name: own, method } of service)
    ours.set(
      `service ${name}.${own}`,
      method.map((one) => `${one.name} ${one.inputType.slice(1)} ${one.outputType.slice(1)}`).join(', '),
    )
}

describe('descriptors', () => {
  test('say all that Go demands, also numbers of zero', () => {
    expect(fields.length).toBeGreaterThan(2000)
    expect(values.some(({ number }) => number === 0)).toBe(true)
    const { number } = EnumValueDescriptorProtoSchema.field
    expect(values.filter((value) => !isFieldSet(value, number))).toEqual([])
    expect(fields.filter(({ jsonName }) => jsonName === '')).toEqual([])
  })

  test('are those of a chain', () => {
    const differing = Object.entries(recorded.types).filter(([name, line]) => ours.has(name) && ours.get(name) !== line)
    expect(differing.map(([name, line]) => ({ name, ours: ours.get(name), theirs: line }))).toEqual([])
  })
})

describe('reflection', () => {
  const asked = recorded.answers.filter(({ method }) => method.endsWith('/ServerReflectionInfo'))

  /** Without the files, of which ours are cut in another way. */
  function answerOf(
    request: Uint8Array,
  ): { readonly response: string } | { readonly code: number; readonly message: string } {
    try {
      const answer = new ReflectionStream(Object.keys(recorded.services).toSorted()).answer(request)
      const bare = new ProtoWriter()
      for (const { field, bytes } of readProto(answer)) bare.message(field, field === FILES ? new Uint8Array(0) : bytes)
      return { response: toBase64(bare.finish()) }
    } catch (error) {
      if (error instanceof GrpcError) return { code: GRPC_CODES[error.grpcCode], message: error.description }
      throw error
    }
  }

  test('answers as a node does', () => {
    expect(asked.length).toBeGreaterThan(60)
    const differing = asked
      .map(({ request, response, code, message }) => ({
        request: fromBase64(request),
        theirs: response === undefined ? { code, message } : { response },
      }))
      .filter(({ request, theirs }) => JSON.stringify(answerOf(request)) !== JSON.stringify(theirs))
      .map(({ request }) =>
        readProto(request)
          .map(({ bytes }) => Buffer.from(bytes).toString())
          .join(' '),
      )
    expect(differing.toSorted()).toEqual(OTHERWISE.toSorted())
  })

  test('sends a file once in a stream, and what is asked for always', () => {
    const stream = new ReflectionStream([])
    const ask = (symbol: string) =>
      protoMessages(
        readProto(protoBytes(readProto(stream.answer(new ProtoWriter().string(4, symbol).finish())), FILES)),
        1,
      )
    const first = ask('cosmos.bank.v1beta1.Query').length
    expect(first).toBeGreaterThan(2)
    expect(ask('cosmos.bank.v1beta1.Query')).toHaveLength(1)
    expect(ask('cosmos.auth.v1beta1.Query').length).toBeLessThan(first)
  })
})
