import { INVARIANT_IDS, type CampaignConfig } from '../config.js'

/** The campaign with no invariant to judge. */
export const withoutInvariants = (config: CampaignConfig): CampaignConfig => ({
  ...config,
  invariants: Object.fromEntries(INVARIANT_IDS.map((id) => [id, false])),
  own: [],
})
