/** Where gas went, function by function and line by line. */
export { profileAll } from '../app/vms.js'
export { buildProfile } from './build.js'
export { compareProfiles, type FunctionChange, type ProfileChange } from './compare.js'
export { spentBy, type GasProfile } from './profile.js'
export { rawProfile, takeProfile, watchedProfile } from './raw.js'
export { profileFormat, writeProfile } from './write.js'
