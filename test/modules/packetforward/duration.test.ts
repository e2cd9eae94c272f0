import type { SudoboxError } from '../../../src/base/errors.js'
import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { duration } from '../../../src/modules/packetforward/duration.js'

const said = (json: string): string => {
  try {
    return String(duration(toUtf8(json)))
  } catch (error) {
    return (error as SudoboxError).shortMessage
  }
}

/** Printed by go1.26.8 on amd64 for packet-forward-middleware's `Duration`, which calls `time.ParseDuration`. */
test.each([
  ['5', '5'],
  ['5.9', '5'],
  ['-5.9', '-5'],
  ['1e19', '-9223372036854775808'],
  ['-1e300', '-9223372036854775808'],
  ['true', 'invalid duration'],
  ['null', 'invalid duration'],
  ['[]', 'invalid duration'],
  ['"0"', '0'],
  ['"-0"', '0'],
  ['"+5s"', '5000000000'],
  ['"-1.5h"', '-5400000000000'],
  ['"1h2m3s4ms5us6µs7μs8ns"', '3723004018008'],
  ['".5s"', '500000000'],
  ['"5.s"', '5000000000'],
  ['"00012s"', '12000000000'],
  ['"0.5ns"', '0'],
  ['"1.9ns"', '1'],
  ['"1.000000001h"', '3600000003600'],
  ['"0.100000000000000000000h"', '360000000000'],
  ['"0.3333333333333333333h"', '1200000000000'],
  ['"0.9223372036854775809s"', '922337203'],
  ['"0.9999999999999999999h"', '3600000000000'],
  ['"0.99999999999999999999999ns"', '1'],
  ['"9007199254740993ns"', '9007199254740993'],
  ['"9223372036854775807ns"', '9223372036854775807'],
  ['"-9223372036854775808ns"', '-9223372036854775808'],
  ['""', 'time: invalid duration ""'],
  ['"-"', 'time: invalid duration "-"'],
  ['"."', 'time: invalid duration "."'],
  ['".s"', 'time: invalid duration ".s"'],
  ['"s"', 'time: invalid duration "s"'],
  ['" 5s"', 'time: invalid duration " 5s"'],
  ['"--5s"', 'time: invalid duration "--5s"'],
  ['"9223372036854775808ns"', 'time: invalid duration "9223372036854775808ns"'],
  ['"-9223372036854775809ns"', 'time: invalid duration "-9223372036854775809ns"'],
  ['"9223372036854775807ns1ns"', 'time: invalid duration "9223372036854775807ns1ns"'],
  ['"9223372036854775.808us"', 'time: invalid duration "9223372036854775.808us"'],
  ['"3000000h"', 'time: invalid duration "3000000h"'],
  ['"99999999999999999999"', 'time: invalid duration "99999999999999999999"'],
  ['"5"', 'time: missing unit in duration "5"'],
  ['"5s5"', 'time: missing unit in duration "5s5"'],
  ['"5s "', 'time: unknown unit "s " in duration "5s "'],
  ['"1S"', 'time: unknown unit "S" in duration "1S"'],
  ['"1h-5m"', 'time: unknown unit "h-" in duration "1h-5m"'],
  ['"1constructor"', 'time: unknown unit "constructor" in duration "1constructor"'],
  ['"1é"', 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
  ['"1s\\u0001"', 'time: unknown unit "s\\x01" in duration "1s\\x01"'],
  ['"1\\"\\\\"', 'time: unknown unit "\\"\\\\" in duration "1\\"\\\\"'],
  ['"1\\u007f"', 'time: unknown unit "\x7f" in duration "1\x7f"'],
])('the duration %s is %s', (json, text) => {
  expect(said(json)).toBe(text)
})
