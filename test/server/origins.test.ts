import { describe, expect, test } from 'vitest'
import { allowsOrigin } from '../../src/server/origins.js'

describe('the origin of a request', () => {
  test.each(['http://localhost', 'https://localhost:3000', 'http://[::1]:8080'])(
    '%s is a page of this machine',
    (origin) => {
      expect(allowsOrigin(origin, ['localhost', '[::1]'])).toBe(true)
    },
  )
  test.each([
    'chrome-extension://localhost',
    'moz-extension://localhost',
    'file://localhost/page.html',
    'ftp://localhost',
    'ws://localhost',
    'vscode-webview://localhost',
    'https://evil.example',
    'https://localhost.evil.example',
    'null',
    '',
  ])('%s is not', (origin) => {
    expect(allowsOrigin(origin, ['localhost', '[::1]'])).toBe(false)
  })
  test('is not compared where all are allowed', () => {
    expect(allowsOrigin('chrome-extension://abc', ['*'])).toBe(true)
  })
})
