import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ARTIFACTS = join(import.meta.dirname, '../../../contracts/artifacts')

/** Writes a campaign on a small contract, with its files, into a folder. What the members may "claim" is their weight, which nothing covers. */
export function writeCampaign(folder: string, more: object = {}): string {
  mkdirSync(join(folder, 'schema'), { recursive: true })
  copyFileSync(join(ARTIFACTS, 'cw4_group.wasm'), join(folder, 'group.wasm'))
  copyFileSync(join(ARTIFACTS, 'schema/cw4_group.json'), join(folder, 'schema/group.json'))
  const off = ['I2', 'I3', 'I5', 'I6', 'I7', 'I8', 'I9', 'I13'].map((id) => [id, false])
  const campaign = {
    title: 'members',
    actors: [{ name: 'alice', funds: '1000000untrn' }, { name: 'bob' }],
    // Only its admin changes a weight, which would be a note.
    invariants: { ...Object.fromEntries(off), I1: true } as object,
    setup: [
      { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: 'group.wasm' } } }] } },
      {
        do: {
          action: 'tx',
          from: 'alice',
          messages: [{ instantiate: { codeId: 1, label: 'group', msg: { admin: '${neutron.alice}', members: [] } } }],
        },
      },
    ],
    contracts: [
      {
        label: 'group',
        schema: 'schema/group.json',
        terminal: false,
        claims: { query: { member: { addr: '${actor}' } }, at: '/weight' },
        messages: [
          { from: 'alice', msg: { update_members: { add: [{ addr: '${bob}', weight: 5 }], remove: [] } } },
          { from: 'alice', msg: { update_admin: { admin: null } } },
        ],
      },
    ],
    length: 4,
    ...more,
  }
  const file = join(folder, 'campaign.json')
  writeFileSync(file, JSON.stringify(campaign))
  return file
}
