import { describe, expect, test } from 'vitest'
import { pathInReports } from '../../src/coverage/path-in-reports.js'

describe('the path of a source that is not on this machine', () => {
  test.each([
    ['/home/anna/vault/src/lib.rs', '/home/anna/vault/src/lib.rs'],
    ['src/a..b.rs', 'src/a..b.rs'],
    ['../../../etc/cron.d/x', '__/__/__/etc/cron.d/x'],
    ['/src/../../up.rs', '/src/__/__/up.rs'],
    ['C:\\src\\..\\..\\up.rs', 'C:/src/__/__/up.rs'],
    ['a\nend_of_record\nSF:/etc/passwd', String.raw`a\nend_of_record\nSF:/etc/passwd`],
  ])('%j leads nowhere above, and is one line', (path, expected) => {
    expect(pathInReports(path)).toBe(expected)
  })
})
