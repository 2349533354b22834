import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'

const demoSchema = z.object({
  device_key: z.string(),
  customer: z.optional(z.object({ email: z.string(), password: z.string() })),
  shop: z.optional(z.object({ email: z.string(), password: z.string() })),
  staff: z.optional(
    z.array(
      z.object({
        email: z.string(),
        password: z.string(),
        level: z.number(),
        totp_secret: z.optional(z.string()),
      }),
    ),
  ),
  tickets: z.array(z.object({ code: z.string(), note: z.string() })),
})
export type Demo = z.output<typeof demoSchema>

export async function readDemo(db: Db): Promise<Demo | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'demo').executeTakeFirst()
  const parsed = demoSchema.safeParse(row?.value)
  return parsed.success ? parsed.data : null
}

export async function writeDemo(db: Db, demo: Demo, now: Date): Promise<void> {
  const value = JSON.stringify(demo)
  await db
    .insertInto('setting')
    .values({ key: 'demo', value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute()
}
