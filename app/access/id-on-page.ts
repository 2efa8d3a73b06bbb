/** Identifies an object on a page. Permission is decided by the page's id. */
export interface IdOnPage {
  pageId: string;
  id: string;
}
