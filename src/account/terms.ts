/**
 * The terms that the portal shows: the day of their last revision (docs/spec.md#terms). A new text is
 * a new version.
 */
export const termsVersion = '2026-11-22'
