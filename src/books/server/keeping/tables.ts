import { type Keepings, lawDays, rowsBefore } from '#kit/server/keeping/keeping.ts'

type BooksTable = 'statement' | 'statement_line'

/** How long the acquirer's statements are kept. */
export const booksTables: Pick<Keepings, BooksTable> = {
  statement: {
    rows: [{ days: lawDays, what: 'every row', end: rowsBefore('statement', 'uploaded_at') }],
    why: 'the law’s time for the books',
    texts: { name: 'plain', sha256: 'plain', from_day: 'plain', to_day: 'plain' },
  },
  statement_line: {
    rows: { belongsTo: ['statement'] },
    why: 'its lines',
    texts: {
      day: 'plain',
      reference: 'plain',
      order_key: 'plain',
      nsu: 'plain',
      end_to_end_id: 'plain',
      authorisation_code: 'plain',
    },
  },
}
