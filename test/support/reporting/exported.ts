import { parse } from 'csv-parse/sync'
import type { PortalClient } from '../client.ts'
import { must } from '../flow.ts'

/** A list's CSV file as rows by the titles of its columns: `exported(staff, 'tickets', 'lot_id=1')`. */
export async function exported(
  client: PortalClient,
  list: string,
  query: string,
): Promise<Record<string, string>[]> {
  const { body } = must(await client.get(`/api/staff/exports/${list}.csv?${query}`))
  const rows: Record<string, string>[] = parse(String(body), { delimiter: ';', bom: true, columns: true })
  return rows
}

/** A period around all tests. */
export const exportedPeriod = 'from=2026-03-01&until=2026-03-31'
