import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { UsageError } from '../../../src/base/errors.js'
import { learnProtoFiles } from '../../../src/codec/proto-file/index.js'
import { hasType, methodTypes, protoJson, protoOfBody } from '../../../src/codec/proto-json/index.js'

const file = (text: string) => `syntax = "proto3";\npackage files.v1;\n${text}`

test('several files are one set of types, in any order; types of the chain are known', () => {
  const routes = learnProtoFiles([
    `syntax = 'proto3'; // a comment
     package files.query.v1;
     import public "files/v1/types.proto";
     service Query {
       option deprecated = true;
       /* two
          ways */
       rpc One(files.v1.Asked) returns (.files.v1.Told) {
         option (google.api.http) = { get: "/files/" "{id}" additional_bindings: [{ get: "/rest/{id=**}" }] };
       }
       rpc Two(files.v1.Asked) returns (v1.Told);
     }`,
    file(`
      message Asked { string id = 1; }
      message Told { repeated cosmos.base.v1beta1.Coin coins = 1; Asked.Missing.Kind kind = 2; ; }
      message v1 {}
    `).replace('Asked.Missing.Kind', 'Kind') +
      'enum Kind { option allow_alias = true; A = 0; B = 0; C = -1 [deprecated = true]; }',
  ])
  expect(routes).toEqual([
    { verb: 'GET', path: '/files/{id}', method: '/files.query.v1.Query/One' },
    { verb: 'GET', path: '/rest/{id=**}', method: '/files.query.v1.Query/One' },
  ])
  expect(methodTypes('/files.query.v1.Query/Two')).toEqual({ request: 'files.v1.Asked', response: 'files.v1.Told' })
  expect(hasType('files.v1.Kind')).toBe(true)
})

test('an enum is a number: without the keyword optional it cannot be absent', () => {
  learnProtoFiles([
    `syntax = "proto3"; package enums.v1;
     message Vote { Kind kind = 1; ibc.core.channel.v1.Order order = 2; optional Kind maybe = 3; repeated Kind all = 4; Inner.Kind inner = 5; }
     message Inner { enum Kind { LOW = 0; HIGH = 1; } }`,
    'syntax = "proto3"; package enums.v1; enum Kind { NONE = 0; SOME = 1; }',
  ])
  expect(protoJson('enums.v1.Vote', new Uint8Array())).toBe(
    '{"kind":"NONE","order":"ORDER_NONE_UNSPECIFIED","all":[],"inner":"LOW"}',
  )
  expect(protoJson('enums.v1.Vote', protoOfBody('enums.v1.Vote', toUtf8('{"maybe":"NONE","kind":1}')))).toBe(
    '{"kind":"SOME","order":"ORDER_NONE_UNSPECIFIED","maybe":"NONE","all":[],"inner":"LOW"}',
  )
})

// Texts are those of gogogateway v1.2.0 for `slinky.marketmap.v1.MsgUpsertMarketsResponse`, which has a map of texts and truth values.
test('maps are objects, sorted by their keys', () => {
  learnProtoFiles([
    `syntax = "proto3"; package maps.v1;
     message Flags { map<string, bool> by_name = 1; }
     message Names { map<uint64, cosmos.base.v1beta1.Coin> by_id = 1; }`,
  ])
  const again = (type: string, body: string) => protoJson(type, protoOfBody(type, toUtf8(body)))
  expect(again('maps.v1.Flags', '{}')).toBe('{"by_name":{}}')
  expect(again('maps.v1.Flags', '{"by_name":{"b":true,"a":false,"é<":true,"":true}}')).toBe(
    String.raw`{"by_name":{"":true,"a":false,"b":true,"é\u003c":true}}`,
  )
  expect(again('maps.v1.Names', '{"byId":{"10":{"denom":"x"},"9":null}}')).toBe(
    '{"by_id":{"9":{"denom":"","amount":"0"},"10":{"denom":"x","amount":"0"}}}',
  )
  expect(() => again('maps.v1.Flags', '{"by_name":{"a":1}}')).toThrow(
    'json: cannot unmarshal number into Go value of type bool',
  )
  expect(() => again('maps.v1.Flags', '{"by_name":[]}')).toThrow(
    'json: cannot unmarshal array into Go value of type map[string]json.RawMessage',
  )
})

test.each([
  ['syntax = "proto2";', 'syntax = "proto3"'],
  ['message A {}', 'expected: syntax'],
  ['syntax = "proto3"; message A {}', 'has no package'],
  [file('message A { string a = ; }'), 'line 3'],
  [file('message A {\n  string a = 1\n}'), 'line 5'],
  [file('message A { map<string, no.Such> a = 1; }'), 'no.Such in files.v1.A is not known'],
  [file('message A { double a = 1; }'), 'double in files.v1.A is not known'],
  [file('message A { no.Such a = 1; }'), 'no.Such in files.v1.A is not known'],
  [file('message A {} message A {}'), 'files.v1.A is defined twice'],
  [file('message A {} enum A { X = 0; }'), 'the protobuf type files.v1.A is defined twice'],
  [file('message A { message b { } string b = 1; }'), 'files.v1.A.b is defined twice'],
  [file('message A { oneof b { string b = 1; } }'), 'the oneof files.v1.A.b is defined twice'],
  [file('message A { oneof b { } }'), 'the oneof files.v1.A.b has no field'],
  [file('message A { oneof b { repeated string c = 1; } }'), 'A.c is in a oneof, and cannot be repeated'],
  [file('message A { oneof b { map<string, string> c = 1; } }'), 'A.c is a map, which cannot be in a oneof'],
  [file('message A { repeated map<string, string> c = 1; }'), 'A.c is a map, and cannot be repeated'],
  [file('message A { map<bytes, string> c = 1; }'), 'A.c has keys of the type bytes'],
  [file('message A { string a_b = 1; string aB = 2; }'), 'a_b and aB of files.v1.A have the same name in JSON, aB'],
  [file('message A { reserved 2, 4 to 6; string a = 5; }'), 'A.a has the number 5, which is reserved'],
  [file('message A { reserved 4 to max; string a = 7; }'), 'A.a has the number 7, which is reserved'],
  [file('message A { reserved "a", "b"; string b = 5; }'), 'the field files.v1.A.b has a reserved name'],
  [file('enum E { }'), 'the enum files.v1.E has no value'],
  [file('enum E { A = 1; }'), 'the first value of the enum files.v1.E must be 0, not 1'],
  [file('enum E { A = 0; A = 1; }'), 'the enum value files.v1.A is defined twice: values are in the scope'],
  [file('enum E { A = 0; } enum F { A = 0; }'), 'the enum value files.v1.A is defined twice'],
  [file('enum E { A = 0; B = 0; }'), 'the values A and B of the enum files.v1.E have the same number, 0'],
  [file('enum E { A = 0; B = 2147483648; }'), 'the enum value B of files.v1.E is 2147483648'],
  [file('enum E { reserved -2 to -1, 3; A = 0; B = -1; }'), 'B of files.v1.E has the number -1, which is reserved'],
  [file('enum E { reserved "B"; A = 0; B = 1; }'), 'the enum value B of files.v1.E has a reserved name'],
  [
    file('message A {} service S { rpc a(A) returns (A); rpc a(A) returns (A); }'),
    'the method files.v1.S.a is defined twice',
  ],
  [file('message A { string a = 0; }'), 'the field files.v1.A.a has the number 0'],
  [file('message A { string a = 536870912; }'), 'the field files.v1.A.a has the number 536870912'],
  [file('message A { string a = 19000; }'), 'the field files.v1.A.a has the number 19000'],
  [file('message A { string a = 19999; }'), 'the field files.v1.A.a has the number 19999'],
  [file('message A { string a = 1; string a = 2; }'), 'the field files.v1.A.a is defined twice'],
  [
    file('message A { string a = 1; oneof o { string b = 1; } }'),
    'the fields a and b of files.v1.A have the same number, 1',
  ],
  [file('message A { string a = 1; '), 'the end of the file'],
  [file('message A { /* }'), 'not closed'],
  [file('service Q { rpc A(stream B) returns (B); } message B {}'), 'streams'],
  [file('service Q { rpc A(B) returns (B) { option (google.api.http).put = "/a"; } } message B {}'), 'has put'],
  [file('service Q { rpc A(B) returns (B) { option (google.api.http).get = "a"; } } message B {}'), 'has the path "a"'],
  [file('message A { option (amino.message_encoding) = "key_field"; }'), 'has an encoding of its own'],
  ['syntax = "proto3"; package cosmos.bank.v1beta1; message MsgSend { string to = 1; }', 'is known already'],
])('%s is refused', (text, problem) => {
  const learn = () => learnProtoFiles([text])
  expect(learn).toThrow(UsageError)
  try {
    learn()
  } catch (error) {
    const { shortMessage, message } = error as UsageError
    expect(`${shortMessage}\n${message}`).toContain(problem)
  }
})

test('takes the lowest and the highest field number, and those next to the reserved ones', () => {
  learnProtoFiles([file('message Edges { string a = 1; string b = 18999; string c = 20000; string d = 536870911; }')])
  const body = '{"a":"1","b":"2","c":"3","d":"4"}'
  expect(protoJson('files.v1.Edges', protoOfBody('files.v1.Edges', toUtf8(body)))).toBe(body)
})
