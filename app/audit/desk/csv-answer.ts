/** Returns a CSV response, with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvResponse = (csv: string): Response =>
  new Response(`\u{feff}${csv}\r\n`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit.csv"',
      "cache-control": "no-store",
    },
  });
