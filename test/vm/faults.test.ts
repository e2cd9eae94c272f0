import { expect, test } from 'vitest'
import { createVm, VmError } from 'sudobox/vm'
import { BinaryReader, WasmParseError } from '../../src/vm/wasm/binary-reader.js'

/**
 * What wasmparser 0.257.1 says of these modules with the features of cosmwasm-vm 3.0.10 (`parsed_wasm.rs`); `ok` for valid ones, which then
 * fail for want of a memory or an interface.
 */
test.each([
  ['0 bytes', '', 'unexpected end-of-file (at offset 0x0)'],
  ['1 bytes', '00', 'unexpected end-of-file (at offset 0x0)'],
  ['2 bytes', '0061', 'unexpected end-of-file (at offset 0x0)'],
  ['3 bytes', '006173', 'unexpected end-of-file (at offset 0x0)'],
  ['4 bytes', '0061736d', 'unexpected end-of-file (at offset 0x4)'],
  ['5 bytes', '0061736d01', 'unexpected end-of-file (at offset 0x4)'],
  ['6 bytes', '0061736d0100', 'unexpected end-of-file (at offset 0x4)'],
  ['7 bytes', '0061736d010000', 'unexpected end-of-file (at offset 0x4)'],
  [
    'magic',
    '0061736e01000000',
    'magic header not detected: bad magic number - expected=[\n    0x0,\n    0x61,\n    0x73,\n    0x6d,\n] actual=[\n    0x0,\n    0x61,\n    0x73,\n    0x6e,\n] (at offset 0x0)',
  ],
  [
    'magic first',
    '0161736d01000000',
    'magic header not detected: bad magic number - expected=[\n    0x0,\n    0x61,\n    0x73,\n    0x6d,\n] actual=[\n    0x1,\n    0x61,\n    0x73,\n    0x6d,\n] (at offset 0x0)',
  ],
  [
    'not wasm at all',
    'ffffffff',
    'magic header not detected: bad magic number - expected=[\n    0x0,\n    0x61,\n    0x73,\n    0x6d,\n] actual=[\n    0xff,\n    0xff,\n    0xff,\n    0xff,\n] (at offset 0x0)',
  ],
  ['version byte 4', '0061736d03000000', 'unknown binary version:        0x3 (at offset 0x4)'],
  ['version byte 5', '0061736d01020000', 'unknown binary version:      0x201 (at offset 0x4)'],
  ['version byte 6', '0061736d01000200', 'unknown binary version:    0x20001 (at offset 0x4)'],
  ['version byte 7', '0061736d01000002', 'unknown binary version:  0x2000001 (at offset 0x4)'],
  ['form 0x61', '0061736d01000000010401610000', 'invalid leading byte (0x61) for type (at offset 0xb)'],
  [
    'form 0x5e',
    '0061736d010000000104015e7f00',
    'array indexed types not supported without the gc feature (at offset 0xb)',
  ],
  [
    'form 0x5f',
    '0061736d010000000103015f00',
    'struct indexed types not supported without the gc feature (at offset 0xb)',
  ],
  ['form 0x50', '0061736d01000000010701500060000000', 'gc proposal must be enabled to use subtypes (at offset 0xb)'],
  [
    'form 0x4e',
    '0061736d010000000106014e01600000',
    'rec group usage requires `gc` proposal to be enabled (at offset 0xb)',
  ],
  ['param 0x7a', '0061736d0100000001050160017a00', 'invalid value type (at offset 0xd)'],
  ['param 0x40', '0061736d0100000001050160014000', 'invalid value type (at offset 0xd)'],
  ['types count', '0061736d01000000010402600000', 'unexpected end-of-file (at offset 0xe)'],
  [
    'import kind 5',
    '0061736d01000000020701016101620500',
    'invalid leading byte (0x5) for external kind (at offset 0xf)',
  ],
  ['import name not utf8', '0061736d0100000002080101ff0162037f00', 'malformed UTF-8 encoding (at offset 0xc)'],
  ['import name long', '0061736d010000000203010561', 'unexpected end-of-file (at offset 0xc)'],
  ['memory flags 2', '0061736d01000000050401020101', 'threads must be enabled for shared memories (at offset 0xb)'],
  ['memory flags 3', '0061736d01000000050401030101', 'threads must be enabled for shared memories (at offset 0xb)'],
  ['memory flags 4', '0061736d01000000050401040101', 'memory64 must be enabled for 64-bit memories (at offset 0xb)'],
  [
    'memory flags 8',
    '0061736d01000000050401080101',
    "the custom page sizes proposal must be enabled to customize a memory's page size (at offset 0xb)",
  ],
  ['table flags 8', '0061736d0100000004050170080101', 'invalid table resizable limits flags (at offset 0xc)'],
  ['memory flags 16', '0061736d01000000050401100101', 'invalid memory limits flags (at offset 0xb)'],
  ['table flags 16', '0061736d0100000004050170100101', 'invalid table resizable limits flags (at offset 0xc)'],
  ['table of i32', '0061736d010000000404017f0001', 'malformed reference type (at offset 0xb)'],
  ['export kind 5', '0061736d0100000007050101610500', 'invalid leading byte (0x5) for external kind (at offset 0xd)'],
  [
    'elements flags 8',
    '0061736d0100000001040160000003020100040401700001090201080a040102000b',
    'invalid flags byte in element segment (at offset 0x1b)',
  ],
  [
    'elements passive',
    '0061736d0100000001040160000003020100040401700001090501010001000a040102000b',
    'bulk memory must be enabled (at offset 0x1b)',
  ],
  ['elements flags 2', '0061736d0100000001040160000003020100040401700001090901020041000b0001000a040102000b', 'ok'],
  [
    'elements flags 2, kind 1',
    '0061736d0100000001040160000003020100040401700001090901020041000b0101000a040102000b',
    'only the function external type is supported in elem segment (at offset 0x20)',
  ],
  ['elements flags 4', '0061736d01000000010401600000030201000404017000010909010441000b01d2000b0a040102000b', 'ok'],
  ['elements flags 6', '0061736d0100000001040160000003020100040401700001090b01060041000b7001d2000b0a040102000b', 'ok'],
  [
    'elements flags 6, i32',
    '0061736d0100000001040160000003020100040401700001090b01060041000b7f01d2000b0a040102000b',
    'malformed reference type (at offset 0x20)',
  ],
  ['data flags 3', '0061736d0100000005030100010b06010341000b00', 'invalid flags byte in data segment (at offset 0x10)'],
  [
    'data passive',
    '0061736d0100000005030100010b0401010161',
    'passive data segments require the bulk-memory proposal (at offset 0x10)',
  ],
  ['data flags 2', '0061736d0100000005030100010b0801020041000b0161', 'ok'],
  [
    'data longer than its section',
    '0061736d0100000005030100010b07010041000b0561',
    'unexpected end-of-file (at offset 0x15)',
  ],
  [
    'constant i64.const long',
    '0061736d010000000611017f00428080808080808080808080000b',
    'invalid var_i64: integer representation too long (at offset 0x17)',
  ],
  [
    'constant i64.const large',
    '0061736d01000000060f017f0042ffffffffffffffffff010b',
    'invalid var_i64: integer too large (at offset 0x17)',
  ],
  [
    'constant i32.const large',
    '0061736d01000000060a017f0041ffffffff400b',
    'invalid var_i32: integer too large (at offset 0x12)',
  ],
  [
    'constant i32.const long',
    '0061736d01000000060b017f00418080808080000b',
    'invalid var_i32: integer representation too long (at offset 0x12)',
  ],
  ['constant i32.const eof', '0061736d010000000606017f0041800b', 'unexpected end-of-file (at offset 0x10)'],
  ['constant f32', '0061736d010000000608017f00430000000b', 'unexpected end-of-file (at offset 0x12)'],
  [
    'section size too long',
    '0061736d0100000001808080808010',
    'invalid var_u32: integer representation too long (at offset 0xd)',
  ],
  ['section size too large', '0061736d0100000001ffffffff10', 'invalid var_u32: integer too large (at offset 0xd)'],
  ['section size beyond', '0061736d01000000010560', 'unexpected end-of-file (at offset 0xa)'],
  ['section 14', '0061736d010000000e00', 'malformed section id: 14 (at offset 0xa)'],
  ['section 13', '0061736d010000000d0100', 'exceptions proposal not enabled (at offset 0xa)'],
  ['section 99', '0061736d010000006300', 'malformed section id: 99 (at offset 0xa)'],
  [
    'rest of a section',
    '0061736d0100000001020000',
    'section size mismatch: unexpected data at the end of the section (at offset 0xb)',
  ],
  ['data count', '0061736d010000000c0100', 'ok'],
  ['custom without name', '0061736d010000000000', 'unexpected end-of-file (at offset 0xa)'],
  ['custom name beyond', '0061736d01000000000105', 'unexpected end-of-file (at offset 0xb)'],
  ['custom not utf8', '0061736d01000000000201ff', 'malformed UTF-8 encoding (at offset 0xb)'],
  ['50000 locals', '0061736d01000000010401600000030201000a08010601d086037f0b', 'ok'],
  ['body size beyond', '0061736d01000000010401600000030201000a040105000b', 'unexpected end-of-file (at offset 0x16)'],
])('the parser on a module with a fault: %s', (_, hex, text) => {
  const verdict = (): unknown => createVm().store(Buffer.from(hex, 'hex'))
  const prefix = 'Error during static Wasm validation: Wasm bytecode could not be deserialized. Deserialization error: '
  expect(verdict).toThrow(VmError)
  if (text === 'ok') expect(verdict).not.toThrow('could not be deserialized')
  else
    expect(verdict).toThrow(
      expect.objectContaining({ shortMessage: expect.stringContaining(`${prefix}"${text}"`) as string }),
    )
})

/**
 * The value and the end of an integer, or its fault and where; of 64 bits only the end. Read with wasmparser 0.255.0 (`read_var_u32`,
 * `read_var_i32`, `read_var_i64`).
 */
test.each([
  ['', 'ends @0', 'ends @0', 'ends @0'],
  ['00', '0 1', '0 1', '1'],
  ['3f', '63 1', '63 1', '1'],
  ['40', '64 1', '-64 1', '1'],
  ['7f', '127 1', '-1 1', '1'],
  ['80', 'ends @1', 'ends @1', 'ends @1'],
  ['8001', '128 2', '128 2', '2'],
  ['803f', '8064 2', '8064 2', '2'],
  ['8040', '8192 2', '-8192 2', '2'],
  ['807f', '16256 2', '-128 2', '2'],
  ['8080808000', '0 5', '0 5', '5'],
  ['8080808007', '1879048192 5', '1879048192 5', '5'],
  ['8080808008', '2147483648 5', 'too large @4', '5'],
  ['808080800f', '4026531840 5', 'too large @4', '5'],
  ['8080808010', 'too large @4', 'too large @4', '5'],
  ['8080808070', 'too large @4', 'too large @4', '5'],
  ['8080808077', 'too large @4', 'too large @4', '5'],
  ['8080808078', 'too large @4', '-2147483648 5', '5'],
  ['808080807f', 'too large @4', '-268435456 5', '5'],
  ['8080808080', 'representation too long @4', 'representation too long @4', 'ends @5'],
  ['808080808000', 'representation too long @4', 'representation too long @4', '6'],
  ['80808080808080808000', 'representation too long @4', 'representation too long @4', '10'],
  ['80808080808080808001', 'representation too long @4', 'representation too long @4', 'too large @9'],
  ['80808080808080808040', 'representation too long @4', 'representation too long @4', 'too large @9'],
  ['8080808080808080807f', 'representation too long @4', 'representation too long @4', '10'],
  ['80808080808080808080', 'representation too long @4', 'representation too long @4', 'representation too long @9'],
  ['ffffff07', '16777215 4', '16777215 4', '4'],
  ['ffffff3f', '134217727 4', '134217727 4', '4'],
  ['ffffff40', '136314879 4', '-132120577 4', '4'],
  ['ffffff7f', '268435455 4', '-1 4', '4'],
  ['ffffffff00', '268435455 5', '268435455 5', '5'],
  ['ffffffff07', '2147483647 5', '2147483647 5', '5'],
  ['ffffffff08', '2415919103 5', 'too large @4', '5'],
  ['ffffffff0f', '4294967295 5', 'too large @4', '5'],
  ['ffffffff10', 'too large @4', 'too large @4', '5'],
  ['ffffffff70', 'too large @4', 'too large @4', '5'],
  ['ffffffff77', 'too large @4', 'too large @4', '5'],
  ['ffffffff78', 'too large @4', '-1879048193 5', '5'],
  ['ffffffff7f', 'too large @4', '-1 5', '5'],
  ['ffffffff80', 'representation too long @4', 'representation too long @4', 'ends @5'],
  ['ffffffffffffffffff00', 'representation too long @4', 'representation too long @4', '10'],
  ['ffffffffffffffffff01', 'representation too long @4', 'representation too long @4', 'too large @9'],
  ['ffffffffffffffffff40', 'representation too long @4', 'representation too long @4', 'too large @9'],
  ['ffffffffffffffffff7f', 'representation too long @4', 'representation too long @4', '10'],
  ['ffffffffffffffffff80', 'representation too long @4', 'representation too long @4', 'representation too long @9'],
])('the integer %j', (hex, u32, i32, end64) => {
  const read = (kind: string, value: (reader: BinaryReader) => number | void): string => {
    const reader = new BinaryReader(Buffer.from(hex, 'hex'))
    try {
      return [value(reader), reader.pos].filter((part) => part !== undefined).join(' ')
    } catch (error) {
      if (!(error instanceof WasmParseError)) throw error
      const [text] = error.message.split(' (at')
      return `${text!.replace(`invalid var_${kind}: integer `, '').replace('unexpected end-of-file', 'ends')} @${error.offset}`
    }
  }
  expect(read('u32', (reader) => reader.u32())).toBe(u32)
  expect(read('i32', (reader) => reader.s32())).toBe(i32)
  expect(read('i64', (reader) => reader.skipSigned(64))).toBe(end64)
})
