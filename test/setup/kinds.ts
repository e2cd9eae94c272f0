/** What a test file is, by the last part of its name: `NAME.KIND.test.ts`. A file without a kind is a unit test. */
export const KINDS = ['conformance', 'e2e', 'alone', 'mocking'] as const

export type Kind = (typeof KINDS)[number]

export const filesOf = (kind: Kind): string => `test/**/*.${kind}.test.ts`

/** How long one test, one hook, and one `expect.poll` may take, in milliseconds. */
const limits = (test: number, hook: number, poll: number) => ({
  testTimeout: test,
  hookTimeout: hook,
  expect: { poll: { timeout: poll } },
})

/** Ten times what the slowest take on a quiet machine, since many programs may share its processor. A test that needs more says so itself, and why. */
export const LIMITS = {
  unit: limits(20_000, 20_000, 15_000),
  // One test replays a whole chain, or all vectors of one kind.
  conformance: limits(120_000, 60_000, 60_000),
  // One test installs packages, or runs Vitest a few times.
  e2e: limits(240_000, 180_000, 60_000),
}
