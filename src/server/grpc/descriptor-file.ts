import { toBinary, type DescEnum, type DescMessage } from '@bufbuild/protobuf'
import { file_google_protobuf_descriptor as FILE, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'

/** The file that describes files: of proto2, with defaults and nested types that no table has. */
export const DESCRIPTOR_FILE = 'google/protobuf/descriptor.proto'

interface DescriptorFile {
  /** The file as a `google.protobuf.FileDescriptorProto`. */
  readonly bytes: Uint8Array
  /** Full names of its messages, fields, enums and their values. */
  readonly symbols: ReadonlySet<string>
}

const namesOfEnum = ({ typeName, values }: DescEnum): readonly string[] => [
  typeName,
  ...values.map(({ name }) => `${typeName}.${name}`),
]

const namesOf = ({ typeName, fields, nestedMessages, nestedEnums }: DescMessage): readonly string[] => [
  typeName,
  ...fields.map(({ name }) => `${typeName}.${name}`),
  ...nestedMessages.flatMap(namesOf),
  ...nestedEnums.flatMap(namesOfEnum),
]

export const descriptorFile = (): DescriptorFile => ({
  bytes: toBinary(FileDescriptorProtoSchema, FILE.proto),
  symbols: new Set([...FILE.messages.flatMap(namesOf), ...FILE.enums.flatMap(namesOfEnum)]),
})
