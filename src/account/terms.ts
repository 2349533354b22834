/** Day of the terms' last revision (docs/spec.md#terms); each new text is a new version. */
export const termsVersion = '2026-11-22'
