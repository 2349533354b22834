import * as z from 'zod/mini'

const text = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))
const cents = z.nullish(z.int())

/** Cielo spells the id in two ways (src/acquirer/server/cielo/README.md#15-pix). */
export const pixAnswer = z.object({
  MerchantOrderId: text,
  Payment: z.object({
    PaymentId: z.nullish(z.string()),
    Paymentid: z.nullish(z.string()),
    Type: z.string().check(z.regex(/^pix$/i)),
    Status: z.number(),
    Amount: z.int(),
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: text,
    QrCodeString: z.nullish(z.string().check(z.maxLength(1000))),
    ReceivedDate: text,
    EndToEndId: z.nullish(z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/))),
  }),
})
export type PixPayment = z.output<typeof pixAnswer>['Payment']
