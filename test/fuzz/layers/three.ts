import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../../src/fuzz/config.js'

/** A laboratory on Neutron, whose coins go over the hub to a third chain. On the hub, channel-0 leads to Neutron, channel-1 to the third. */
export const labOnThree = (more: Partial<CampaignConfigInput> = {}): CampaignConfig =>
  defineCampaign({
    title: 'three chains',
    sandbox: {
      chains: {
        neutron: {},
        hub: { layers: ['packet-forward', 'callbacks'] },
        juno: { kind: 'wasmd', prefix: 'juno', denom: 'ujuno', layers: ['ibc-hooks', 'packet-forward', 'callbacks'] },
      },
      links: [
        ['neutron', 'hub'],
        ['hub', 'juno'],
      ],
    },
    actors: [
      { name: 'alice', funds: '1000000untrn' },
      { name: 'bank', chain: 'hub', funds: '1000000uatom' },
      { name: 'judy', chain: 'juno', funds: '1000000ujuno' },
    ],
    setup: [
      {
        do: {
          action: 'tx',
          chain: 'hub',
          from: 'bank',
          messages: [{ ibcTransfer: { to: '${neutron.alice}', amount: '1000uatom' } }],
        },
      },
      { do: { action: 'relay' } },
      {
        do: {
          action: 'tx',
          from: 'alice',
          messages: [
            { store: { wasm: { path: 'contracts/artifacts/callback_lab.wasm' } } },
            { instantiate: { codeId: 1, label: 'lab', msg: {}, funds: '1000untrn' } },
          ],
        },
      },
    ],
    contracts: [
      {
        label: 'lab',
        schema: 'contracts/artifacts/schema/callback_lab.json',
        messages: [
          {
            msg: { act: { behaviour: 'succeed' } },
            funds: '10ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
          },
        ],
      },
    ],
    ...more,
  })
