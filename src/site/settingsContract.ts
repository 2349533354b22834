import * as z from 'zod/mini'
import { feeRows } from '#closing/fees.ts'
import { data, edited, endpoint } from '#kit/endpoint.ts'
import { isOperatorPhone, isPhone, nationalPhone, normaliseOperatorPhone } from '#kit/brazil.ts'
import { calendarDay, cnpj, email, fieldTexts, optionalText, requiredText, text } from '#kit/fields.ts'
import { timeZone } from '#parking/backoffice.ts'
import { wholeNumber } from '#staff/formFields.ts'
import { sharedSettings } from './pageSettingsSchema.ts'
import { payingSettings } from './payingSettings.ts'
import { contrastProblem } from './palette.ts'
import { shortNameLetters } from '#kit/text/shortName.ts'
import { isPlainHttps } from './webAddress.ts'

const reais = z
  .number({ error: 'Informe um valor.' })
  .check(
    z.gte(0, 'O valor não pode ser negativo.'),
    z.lte(10_000, 'O valor é alto demais.'),
    z.multipleOf(0.01, 'Use no máximo duas casas decimais.'),
  )

function optionalPhone(normalise: (typed: string) => string, isValid: (typed: string) => boolean) {
  const typed = optionalText(30).check(z.refine((phone) => phone === '' || isValid(phone), fieldTexts.phone))
  return z.pipe(typed, z.transform(normalise))
}

/** An empty address mails every admin. A missing one changes nothing. */
const alertEmail = z.optional(
  text().check(
    z.trim(),
    z.toLowerCase(),
    z.refine((typed) => typed === '' || z.safeParse(email, typed).success, fieldTexts.email),
  ),
)

const color = z.pipe(
  optionalText(7).check(
    z.refine((text) => text === '' || /^#[0-9a-f]{6}$/i.test(text), 'Use o formato #0B57D0.'),
    z.refine((text) => !/^#[0-9a-f]{6}$/i.test(text) || contrastProblem(text) === null, {
      error: (issue) => (typeof issue.input === 'string' ? (contrastProblem(issue.input) ?? '') : ''),
    }),
  ),
  z.transform((text) => text.toLowerCase()),
)

/** The host enters the Content-Security-Policy. */
const webAddress = optionalText(300).check(
  z.refine((text) => text === '' || isPlainHttps(text), 'Informe um endereço que comece com https://.'),
)

/** `npm run setup` asks for these too (docs/spec.md#r36). */
export const identityEntry = { operatorName: requiredText(80), operatorCnpj: cnpj, contactEmail: email }

/** docs/spec.md#page-settings, docs/back-office.md#settings */
export const settingsEntry = z
  .object({
    ...identityEntry,
    /** Empty cuts the name. A missing one changes nothing. */
    operatorShortName: z.optional(
      text().check(z.trim(), z.maxLength(shortNameLetters, `No máximo ${shortNameLetters} letras.`)),
    ),
    /** Empty: the operator's name. */
    copyright: optionalText(120),
    buildVersion: requiredText(40),
    /** Empty: the footer has no such line. */
    developerName: optionalText(80),
    developerUrl: webAddress,
    alertEmail,
    /** A missing field is unchanged, here and below. */
    termsRevisedAt: z.optional(calendarDay),
    /** Of what has no lot. */
    operatorTimeZone: z.optional(timeZone),
    contactWhatsapp: optionalPhone(nationalPhone, isPhone),
    contactPhone: optionalPhone(normaliseOperatorPhone, isOperatorPhone),
    contactHours: optionalText(80),
    payMachine: z.boolean(),
    payCashier: z.boolean(),
    ...z.partial(payingSettings).shape,
    /** The first row that matches applies. Missing fees change nothing. */
    fees: z.optional(feeRows),
    contestDays: z.optional(wholeNumber(1, 2000)),
    contestAnswerDays: z.optional(wholeNumber(1, 90)),
    /** Reais; 0 leaves every contest to staff. */
    contestAuto: z.optional(reais),
    reserveEnabled: z.boolean(),
    /** Reais, charged on cancellation and no-show. */
    reserveValue: reais,
    reserveMin: reais,
    reserveHoldMinutes: wholeNumber(5, 60),
    reserveArriveHours: wholeNumber(1, 72),
    captchaEnabled: z.boolean(),
    analyticsEnabled: z.boolean(),
    analyticsScriptUrl: webAddress,
    analyticsChecked: z.boolean(),
    warningsEnabled: z.boolean(),
    signColor: color,
    goColor: color,
  })
  .check(
    z.refine(({ reserveMin, reserveValue }) => reserveMin <= reserveValue, {
      path: ['reserveMin'],
      error: 'Não pode ser maior que o valor pré-autorizado.',
    }),
    z.refine(({ reserveEnabled, reserveValue }) => !reserveEnabled || reserveValue > 0, {
      path: ['reserveValue'],
      error: 'Para aceitar reservas, informe o valor pré-autorizado.',
    }),
    z.refine(({ analyticsEnabled, analyticsScriptUrl }) => !analyticsEnabled || analyticsScriptUrl !== '', {
      path: ['analyticsScriptUrl'],
      error: 'Para coletar dados de navegação, informe o endereço do script.',
    }),
  )
export type SettingsEntry = z.output<typeof settingsEntry>

const settings = z.object({
  id: z.literal(1),
  /** A change sends it back as `seen_version`. */
  version: z.string(),
  updated_at: z.optional(z.string()),
  logoUrl: z.nullable(z.string()),
  ...sharedSettings.shape,
  operatorShortName: z.string(),
  operatorTimeZone: timeZone,
  alertEmail: z.string(),
  ...payingSettings.shape,
  fees: feeRows,
  /** Of the fees. */
  acquirers: z.array(z.object({ name: z.string(), title: z.string() })),
  contestDays: z.number(),
  contestAnswerDays: z.number(),
  contestAuto: z.number(),
  reserveValue: z.number(),
  reserveMin: z.number(),
  reserveHoldMinutes: z.number(),
  reserveArriveHours: z.number(),
  reservesRunning: z.number(),
  captchaEnabled: z.boolean(),
  analyticsScriptUrl: z.string(),
  signColor: z.string(),
  goColor: z.string(),
})
export type WireSettings = z.output<typeof settings>

export const editSettings = endpoint('GET', '/api/staff/settings/edit', 'manager', {
  allLots: true,
  levelText: ['Configurações', 'Ver'],
  summary: 'The settings of the page and of reservations.',
  reply: edited(settings),
})

export const updateSettings = endpoint('PUT', '/api/staff/settings', 'manager', {
  allLots: true,
  levelText: ['Configurações', 'Alterar'],
  summary: 'Changes the settings; the page has them at its next load.',
  body: z.safeExtend(settingsEntry, {
    seen_version: z.optional(text()),
  }),
  reply: edited(settings),
  errors: { settings_changed: 409 },
})

export const maxLogoBytes = 200 * 1024

export const saveLogo = endpoint('POST', '/api/staff/settings/logo', 'manager', {
  allLots: true,
  levelText: ['Configurações', 'Trocar o logotipo'],
  summary: 'Replaces the logo: multipart form data with one file, PNG, JPEG or WebP, 200 KB at most.',
  reply: edited(settings),
})

export const removeLogo = endpoint('DELETE', '/api/staff/settings/logo', 'manager', {
  allLots: true,
  levelText: ['Configurações', 'Remover o logotipo'],
  summary: 'Removes the logo; the page shows the drawn one.',
  reply: data(z.object({ deleted: z.boolean() })),
})

export const readLogo = endpoint('GET', '/logo/:name', 'outside', {
  summary: 'The operator’s logo.',
  params: z.object({ name: text().check(z.maxLength(80)) }),
  media: ['image/png', 'image/jpeg', 'image/webp'],
  reply: z.unknown(),
})
