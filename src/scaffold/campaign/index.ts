export { prepareCampaign, type PreparedCampaign } from './prepare.js'
