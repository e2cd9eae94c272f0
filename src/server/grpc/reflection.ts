import { GrpcError } from '../../chain/index.js'
import {
  goQuote,
  protoBytes,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
  type ProtoField,
} from '../../codec/index.js'
import { TYPES, type Types } from '../../codec/proto-json/index.js'
import { fileOfSymbol, fileWithDependencies, hasFile } from './files.js'

/** Both versions of the service are equal; a node has the second one. Source: grpc/grpc-proto grpc/reflection/v1/reflection.proto */
export const REFLECTION_SERVICES = [
  'grpc.reflection.v1.ServerReflection',
  'grpc.reflection.v1alpha.ServerReflection',
] as const

const NOT_FOUND = 5n
/** Numbers of the alternatives of a response. */
const ANSWERS = { files: 4, numbers: 5, services: 6, error: 7 } as const

interface Answer {
  readonly as: keyof typeof ANSWERS
  readonly content: ProtoWriter
}

const failure = (text: string): Answer => ({
  as: 'error',
  content: new ProtoWriter().uint64(1, NOT_FOUND).string(2, text),
})

const unknownType = (name: string): Answer => failure(`unknown type: ${goQuote(name)}`)

/** One stream of requests. Source: cosmos-sdk v0.53.6 server/grpc/gogoreflection/serverreflection.go */
export class ReflectionStream {
  readonly #services: readonly string[]
  readonly #types: Types
  readonly #sent = new Set<string>()

  /** @param services their names, sorted @param types of the chain */
  constructor(services: readonly string[], types = TYPES) {
    this.#services = services
    this.#types = types
  }

  /** Answers a request. @throws ProtoError for bytes that are not a request, GrpcError for one that asks nothing */
  answer(request: Uint8Array): Uint8Array {
    const fields = readProto(request)
    const asked = fields.findLast(({ field }) => Object.hasOwn(this.#questions, field))
    if (asked === undefined) throw new GrpcError('InvalidArgument', 'invalid MessageRequest: <nil>')
    const { as, content } = this.#questions[asked.field]!(fields, asked.field)
    return new ProtoWriter()
      .string(1, protoString(fields, 1))
      .message(2, request)
      .message(ANSWERS[as], content)
      .finish()
  }

  /** By the number of the field that is set. */
  readonly #questions: Readonly<Record<number, (fields: readonly ProtoField[], at: number) => Answer>> = {
    3: (fields, at) => {
      const name = protoString(fields, at)
      return hasFile(this.#types, name) ? this.#files(name) : failure(`unknown file: ${name}`)
    },
    4: (fields, at) => {
      const symbol = protoString(fields, at)
      const file = fileOfSymbol(this.#types, symbol)
      return file === undefined ? failure(`unknown symbol: ${symbol}`) : this.#files(file)
    },
    5: (fields, at) => {
      const extension = readProto(protoBytes(fields, at))
      const type = protoString(extension, 1)
      const number = BigInt.asIntN(32, protoUint64(extension, 2))
      if (!this.#types.hasMessage(type)) return unknownType(type)
      return failure(`failed to find registered extension for extension number ${number}`)
    },
    6: (fields, at) => {
      const type = protoString(fields, at)
      return this.#types.hasMessage(type)
        ? { as: 'numbers', content: new ProtoWriter().string(1, type) }
        : unknownType(type)
    },
    7: () => {
      const content = new ProtoWriter()
      for (const name of this.#services) content.message(1, new ProtoWriter().string(1, name))
      return { as: 'services', content }
    },
  }

  #files(file: string): Answer {
    const content = new ProtoWriter()
    for (const descriptor of fileWithDependencies(file, this.#sent, this.#types)) content.message(1, descriptor)
    return { as: 'files', content }
  }
}
