/** For the other folders of this repository; `index.ts` is for users of the package. */
export { buildProfile } from './build.js'
export { compareProfiles, type FunctionChange, type ProfileChange } from './compare.js'
export { profileEnding } from './endings.js'
export { writeProfilePart } from './parts.js'
export { spentBy, type ProfileTree } from './profile.js'
export { rawProfile, takeProfile, watchedProfile } from './raw.js'
