import { expect, test } from 'sudobox/vitest'

// What people get wrong, and what they are told.

test('errors of common mistakes say what would be right', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '1000000untrn')
  const bob = hub.account('bob')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm')
  const poor: Readonly<Record<string, () => unknown>> = {
    'a bigint as coins': () => alice.execute(lab, {}, { funds: 5n as never }),
    'a number as coins': () => neutron.account('carol', 5 as never),
    'a decimal amount': () => alice.transfer(alice, '1.5ntrn'),
    'an amount without a denomination': () => alice.transfer(alice, '15'),
    'an account of another chain': () => alice.transfer(bob, '5untrn'),
    'a contract of another chain': () => hub.query(lab, { config: {} }),
    'an unknown callback': () => lab.callback({ timeOut: {} } as never),
    'a typing error in an option': () => alice.execute(lab, {}, { found: '5untrn' } as never),
    'a typing error in an action': () => neutron.sandbox.perform({ action: 'acount', name: 'x' } as never),
    'a typing error in a nested option': () => relayer.relay({ forge: { proofs: 'otherKey' } } as never),
  }
  const texts: Record<string, string> = {}
  for (const [what, call] of Object.entries(poor)) {
    try {
      await call()
      texts[what] = 'accepted'
    } catch (error) {
      texts[what] = (error as Error).message
      const frames = (error as Error).stack!.split('\n').filter((line) => line.startsWith('    at '))
      expect(frames[0]).toContain('helpful-errors.test.ts')
    }
  }
  expect(texts).toMatchSnapshot()
})
