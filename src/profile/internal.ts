/** What other folders of this repository use of profiles, and users of `sudobox/profile` do not. */
export { compareProfiles, type FunctionChange, type ProfileChange } from './compare.js'
export { profileEnding } from './endings.js'
export { spentBy, type ProfileTree } from './profile.js'
