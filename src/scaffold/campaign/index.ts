export { nowText } from './campaign-text.js'
export { prepareCampaign, type PreparedCampaign } from './prepare.js'
