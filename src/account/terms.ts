/** The terms that the portal shows: the day of their last revision (spec.md screen 7). A new text is a new version. */
export const termsVersion = '2021-04-14'
