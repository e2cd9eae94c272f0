import type { Field, Scalar } from './schema.js'

const scalar = (name: string, jsonName: string, number: number, type: Scalar): Field => ({
  name,
  jsonName,
  number,
  type,
  kind: 'scalar',
  repeated: false,
  optional: false,
  oneof: undefined,
  map: false,
})

const MOMENT = [scalar('seconds', 'seconds', 1, 'int64'), scalar('nanos', 'nanos', 2, 'int32')]

/** Fields of the messages that JSON has forms of their own for. They are in no table. */
export const WELL_KNOWN: Readonly<Record<string, readonly Field[]>> = {
  'google.protobuf.Any': [scalar('type_url', 'typeUrl', 1, 'string'), scalar('value', 'value', 2, 'bytes')],
  'google.protobuf.Timestamp': MOMENT,
  'google.protobuf.Duration': MOMENT,
}
