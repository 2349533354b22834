import * as z from 'zod/mini'

/**
 * What the operator decides about the page (docs/spec.md#page-settings). The server writes it into the page
 * as `<script type="application/json" id="page-settings">`, so that nothing waits for it.
 */
export const pageSettings = z.object({
  operatorName: z.string(),
  /** 14 characters without punctuation. */
  operatorCnpj: z.string(),
  copyright: z.string(),
  buildVersion: z.string(),
  developerName: z.string(),
  developerUrl: z.string(),
  reserveEnabled: z.boolean(),
  captcha: z.enum(['altcha', 'recaptcha', 'off']),
  /** reCAPTCHA's public key; null unless `captcha` is 'recaptcha'. */
  recaptchaSiteKey: z.nullable(z.string()),
  analyticsEnabled: z.boolean(),
  /** The script that collects browsing metadata; its origin enters the page's security policy. */
  analyticsScriptUrl: z.nullable(z.url()),
  /** Whether the optional cookie box starts checked (docs/spec.md#r5). */
  analyticsChecked: z.boolean(),
  warningsEnabled: z.boolean(),
  contactEmail: z.string(),
  /** Digits with country code, for wa.me. */
  contactWhatsapp: z.string(),
  contactPhone: z.string(),
  /** When somebody answers there, in words; empty where nobody said. */
  contactHours: z.string(),
  /** Whether tickets are paid at a machine, and at a cashier: what is left to who is refused here. */
  payMachine: z.boolean(),
  payCashier: z.boolean(),
  /** Where the operator's logo is; null for the drawn one. */
  logoUrl: z.nullable(z.string()),
  signColor: z.nullable(z.string()),
  goColor: z.nullable(z.string()),
  /** True outside production: development pages exist. */
  demo: z.boolean(),
})
export type PageSettings = z.output<typeof pageSettings>

/** Used until the operator changes them, and by the page when the server's block is unreadable. */
export const defaultPageSettings: PageSettings = {
  operatorName: 'Guichê Estacionamentos',
  operatorCnpj: '11222333000181',
  copyright: '© 2026 Guichê Estacionamentos.',
  buildVersion: '0.2.0',
  developerName: 'Guichê',
  developerUrl: 'https://guiche.example',
  reserveEnabled: false,
  captcha: 'altcha',
  recaptchaSiteKey: null,
  analyticsEnabled: false,
  analyticsScriptUrl: null,
  analyticsChecked: true,
  warningsEnabled: false,
  contactEmail: 'atendimento@guiche.example',
  contactWhatsapp: '5541999990000',
  contactPhone: '4133330000',
  contactHours: '',
  payMachine: true,
  payCashier: true,
  logoUrl: null,
  signColor: null,
  goColor: null,
  demo: false,
}
