import * as z from 'zod/mini'

export const sharedSettings = z.object({
  operatorName: z.string(),
  operatorCnpj: z.string(),
  copyright: z.string(),
  buildVersion: z.string(),
  developerName: z.string(),
  developerUrl: z.string(),
  /** 'YYYY-MM-DD' (docs/spec.md#r33). */
  termsRevisedAt: z.string(),
  contactEmail: z.string(),
  /** Digits with country code, for wa.me. */
  contactWhatsapp: z.string(),
  contactPhone: z.string(),
  contactHours: z.string(),
  payMachine: z.boolean(),
  payCashier: z.boolean(),
  reserveEnabled: z.boolean(),
  analyticsEnabled: z.boolean(),
  /** Whether the optional cookie box starts checked (docs/spec.md#r5). */
  analyticsChecked: z.boolean(),
  warningsEnabled: z.boolean(),
})

/** docs/spec.md#page-settings */
export const pageSettings = z.extend(sharedSettings, {
  /** Separated by blanks (docs/spec.md#r23); never stored. */
  methods: z.string(),
  captcha: z.enum(['altcha', 'recaptcha', 'off']),
  /** Null unless `captcha` is 'recaptcha'. */
  recaptchaSiteKey: z.nullable(z.string()),
  /** The origin of this script enters the Content-Security-Policy. */
  analyticsScriptUrl: z.nullable(z.url()),
  logoUrl: z.nullable(z.string()),
  /** For the installed portal; absent, `shortNameOf` cuts `operatorName`. */
  operatorShortName: z.optional(z.string()),
  signColor: z.nullable(z.string()),
  goColor: z.nullable(z.string()),
  demo: z.boolean(),
})
