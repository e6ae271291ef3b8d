# Generated from the OpenAPI document by `npm run docs`.
from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, NotRequired, TypedDict, Union
from urllib.parse import quote

from ._exchange import Call


def _part(name: str) -> str:
    # Without such a part, or with its parent, the path is that of another operation.
    if name in ("", ".", ".."):
        raise ValueError("An id or name in a path must not be empty, `.` or `..`.")
    return quote(name, safe="")


__all__ = [
    "ErrorEnvelope",
    "HttpWarning",
    "HttpResultFile",
    "HttpResultPages",
    "HttpResult",
    "HttpRequestMultipartItem",
    "HttpRequestPaginate",
    "HttpRequestRetry",
    "HttpRequestConnections",
    "HttpRequest",
    "ContentWarning",
    "PdfResultDelivered",
    "PdfResultTemplate",
    "PdfResult",
    "RecordCondition",
    "RecordSortKey",
    "RecordGrandchildren",
    "RecordChildren",
    "Conformance",
    "InvoiceSellerIdsItem",
    "InvoiceSellerLegalRegistration",
    "InvoiceSellerElectronicAddress",
    "InvoiceSellerAddress",
    "InvoiceSellerContact",
    "InvoiceSeller",
    "InvoiceBuyerId",
    "InvoiceBuyerLegalRegistration",
    "InvoiceBuyerElectronicAddress",
    "InvoiceBuyerAddress",
    "InvoiceBuyerContact",
    "InvoiceBuyer",
    "InvoiceLineObject",
    "InvoiceLinePeriod",
    "InvoiceLineAllowancesItem",
    "InvoiceLineChargesItem",
    "InvoiceLineStandardItemId",
    "InvoiceLineClassificationsItem",
    "InvoiceLineAttributesItem",
    "InvoiceLineInstancesItem",
    "InvoiceLine",
    "InvoiceInvoicedObject",
    "InvoiceCashDiscountsItem",
    "InvoiceNotesItem",
    "InvoicePrecedingInvoicesItem",
    "InvoicePayeeId",
    "InvoicePayeeLegalRegistration",
    "InvoicePayee",
    "InvoiceSellerTaxRepresentativeAddress",
    "InvoiceSellerTaxRepresentative",
    "InvoiceDeliveryLocationId",
    "InvoiceDeliveryAddress",
    "InvoiceDelivery",
    "InvoiceUltimateShipToId",
    "InvoiceUltimateShipToAddress",
    "InvoiceUltimateShipTo",
    "InvoiceShipFromId",
    "InvoiceShipFromAddress",
    "InvoiceShipFrom",
    "InvoiceInvoiceeId",
    "InvoiceInvoiceeAddress",
    "InvoiceInvoicee",
    "InvoiceInvoicingPeriod",
    "InvoicePaymentCreditTransfersItem",
    "InvoicePaymentCard",
    "InvoicePaymentDirectDebit",
    "InvoicePayment",
    "InvoiceAllowancesItem",
    "InvoiceChargesItem",
    "InvoiceTotals",
    "InvoiceVatBreakdownItem",
    "InvoiceSupportingDocumentsItemFile",
    "InvoiceSupportingDocumentsItem",
    "Invoice",
    "EInvoice",
    "PdfRequestFilesValue1",
    "PdfRequestFilesValue2",
    "PdfRequestDataFromConnections",
    "PdfRequestDataFromWhere",
    "PdfRequestDataFrom",
    "PdfRequestPageSize1",
    "PdfRequestMargin2",
    "PdfRequestHeaderHtml1",
    "PdfRequestFooterHtml1",
    "PdfRequestBackgroundPdf1",
    "PdfRequestWatermarkHtml1",
    "PdfRequestDeliverTo",
    "PdfRequestMetadata",
    "PdfRequestAttachmentsItem",
    "PdfRequestProtect",
    "PdfRequest",
    "JobResultDelivered",
    "JobResultTemplate",
    "JobResult",
    "JobError",
    "Job",
    "TableRecord",
    "RecordRequestConnections",
    "RecordRequestWhere",
    "RecordRequest",
    "RecordList",
    "ListRecordsRequestConnections",
    "ListRecordsRequest",
    "TemplateFault",
    "TemplateCheck",
    "Variable",
    "TemplateOptionsPageSize1",
    "TemplateOptionsMargin2",
    "TemplateOptionsHeaderHtml1",
    "TemplateOptionsFooterHtml1",
    "TemplateOptionsBackgroundPdf1",
    "TemplateOptionsWatermarkHtml1",
    "TemplateOptionsDeliverTo",
    "TemplateOptionsMetadata",
    "TemplateOptionsAttachmentsItem",
    "TemplateOptions",
    "VariableContentFilesValue1",
    "VariableContent",
    "VariablePatch",
    "DeleteVariableResult",
    "VariableSummary",
    "ListVariablesResult",
    "VariableVersionBy",
    "VariableVersionByOther",
    "VariableVersion",
    "ListVariableVersionsResult",
    "WholeVersionBy",
    "WholeVersionByOther",
    "WholeVersion",
    "PublishRequest",
    "DeleteVariableDraftResult",
    "VersionDifference",
    "Font",
    "FontInput",
    "DeleteFontResult",
    "ListFontsResult",
    "DeleteFileResult",
    "AccountTemplate",
    "ListTemplatesOfAccountResult",
    "TestPrint",
    "TestPrintRequest",
    "ConnectionAuth",
    "Connection",
    "ConnectionInputAuth",
    "ConnectionInput",
    "DeleteConnectionResult",
    "ListConnectionsResult",
    "ConnectionTest",
    "Account",
    "AccountInput",
    "ListAccountsResult",
    "AccountChange",
    "CloseAccountResult",
    "CreatedToken",
    "TokenInput",
    "Token",
    "ListTokensResult",
    "RevokeTokenResult",
    "OwnAccountToken",
    "OwnAccountLimits",
    "OwnAccount",
    "UsageCount",
    "Usage",
    "AccountUsage",
    "ServiceUsage",
    "SettingsHttpRequest",
    "SettingsGetRecord",
    "SettingsRateLimit",
    "SettingsStorage",
    "SettingsPdf",
    "SettingsAudit",
    "Settings",
    "SettingsChangeHttpRequest",
    "SettingsChangeGetRecord",
    "SettingsChangeRateLimit",
    "SettingsChangeStorage",
    "SettingsChangePdf",
    "SettingsChangeAudit",
    "SettingsChange",
    "AuditEntryActor",
    "AuditEntry",
    "ListAuditResult",
    "ListOwnAuditResult",
    "ReEncryption",
    "GetServiceResultLinks",
    "GetServiceResult",
    "GetHealthResult",
    "GetReadinessResult",
    "SavedWebhook",
    "WebhookInput",
    "Webhook",
    "DeleteWebhookResult",
    "ListWebhooksResult",
    "RotatedWebhook",
    "WebhookDeliveryAttemptsItem",
    "WebhookDelivery",
    "ListWebhookDeliveriesResult",
    "ListAccountWebhooksResult",
    "ListAccountWebhookDeliveriesResult",
    "JobRequest",
    "ListJobsResult",
    "BatchResult",
    "BatchMerged",
    "BatchError",
    "Batch",
    "BatchOutput",
    "BatchRequestProtect",
    "BatchRequestRowsFromConnections",
    "BatchRequestRowsFrom",
    "BatchRequest",
    "BatchRowResultDelivered",
    "BatchRowResultTemplate",
    "BatchRowResult",
    "BatchRowError",
    "BatchRow",
    "ListBatchRowsResult",
    "ListBatchesResult",
    "Upload",
    "OperatorJob",
    "ListJobsOfAccountsResult",
    "OperatorBatch",
    "ListBatchesOfAccountsResult",
    "StudioLink",
    "StudioLinkInput",
    "Grant",
    "ListGrantsResult",
    "RevokeGrantResult",
    "ListGrantsOfAccountResult",
    "RevokeGrantOfAccountResult",
]

ErrorEnvelope = TypedDict(
    "ErrorEnvelope",
    {
        "success": bool,
        "error": str,
    },
)

HttpWarning = TypedDict(
    "HttpWarning",
    {
        "code": Union[Literal["secret_replaced"], str],
        "message": str,
    },
)

HttpResultFile = TypedDict(
    "HttpResultFile",
    {
        "id": str,
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "content_type": str,
        "sha256": str,
    },
)

HttpResultPages = TypedDict(
    "HttpResultPages",
    {
        "count": int,
        "items": int,
        "complete": bool,
        "stopped": Union[Literal["end", "empty", "repeated", "max_pages", "max_items", "max_bytes", "deadline", "status", "no_items", "no_next"], str],
        "next": NotRequired[Any],
        "last_body": NotRequired[Any],
    },
)

HttpResult = TypedDict(
    "HttpResult",
    {
        "status": int,
        "headers": dict[str, Any],
        "body": Any,
        "body_encoding": NotRequired[Union[Literal["base64"], str]],
        "file": NotRequired["HttpResultFile"],
        "pages": NotRequired["HttpResultPages"],
        "attempts": NotRequired[int],
        "warnings": NotRequired[list["HttpWarning"]],
    },
)

HttpRequestMultipartItem = TypedDict(
    "HttpRequestMultipartItem",
    {
        "name": str,
        "value": NotRequired[str],
        "base64": NotRequired[str],
        "file": NotRequired[str],
        "filename": NotRequired[str],
        "content_type": NotRequired[str],
    },
)

HttpRequestPaginate = TypedDict(
    "HttpRequestPaginate",
    {
        "by": Literal["link", "cursor", "page", "offset"],
        "items": NotRequired[str],
        "next": NotRequired[str],
        "query": NotRequired[str],
        "body": NotRequired[str],
        "first": NotRequired[int],
        "more": NotRequired[str],
        "last": NotRequired[str],
        "total": NotRequired[str],
        "max_pages": NotRequired[int],
        "max_items": NotRequired[int],
    },
)

HttpRequestRetry = TypedDict(
    "HttpRequestRetry",
    {
        "attempts": int,
        "on": NotRequired[list[int]],
    },
)

HttpRequestConnections = TypedDict(
    "HttpRequestConnections",
    {
        "http": str,
    },
)

HttpRequest = TypedDict(
    "HttpRequest",
    {
        "method": Literal["GET", "POST", "PUT", "PATCH", "DELETE"],
        "url": str,
        "headers": NotRequired[dict[str, Union[str, float, bool]]],
        "body": NotRequired[Any],
        "form": NotRequired[dict[str, Union[str, float, bool, list[Union[str, float, bool]]]]],
        "text": NotRequired[str],
        "base64": NotRequired[str],
        "multipart": NotRequired[list["HttpRequestMultipartItem"]],
        "file": NotRequired[str],
        "content_type": NotRequired[str],
        "response": NotRequired[Literal["store"]],
        "paginate": NotRequired["HttpRequestPaginate"],
        "retry": NotRequired["HttpRequestRetry"],
        "_connections": NotRequired["HttpRequestConnections"],
    },
)

ContentWarning = TypedDict(
    "ContentWarning",
    {
        "code": Union[Literal["content_blocked", "style_blocked", "font_unavailable", "font_replaced", "character_missing", "css_ignored", "script_not_run", "markup_ignored", "link_dead", "tag_without_value", "outer_value", "value_unclear", "content_cut", "nothing_printed", "language_unknown", "not_accessible", "not_delivered", "foreign_template_tag", "warnings_incomplete"], str],
        "message": str,
        "line": NotRequired[int],
        "column": NotRequired[int],
    },
)

PdfResultDelivered = TypedDict(
    "PdfResultDelivered",
    {
        "connection": str,
        "bucket": str,
        "key": str,
    },
)

PdfResultTemplate = TypedDict(
    "PdfResultTemplate",
    {
        "name": str,
        "version": Union[int, str],
    },
)

PdfResult = TypedDict(
    "PdfResult",
    {
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "page_count": int,
        "pdf_base64": NotRequired[str],
        "xml": NotRequired[str],
        "delivered": NotRequired["PdfResultDelivered"],
        "warnings": NotRequired[list["ContentWarning"]],
        "template": NotRequired["PdfResultTemplate"],
    },
)

RecordCondition = TypedDict(
    "RecordCondition",
    {
        "field": str,
        "op": NotRequired[Literal["=", "!=", "<", "<=", ">", ">=", "in", "contains", "is_empty"]],
        "value": NotRequired[Union[str, float, bool, list[Any]]],
    },
)

RecordSortKey = TypedDict(
    "RecordSortKey",
    {
        "field": str,
        "direction": NotRequired[Literal["asc", "desc"]],
    },
)

RecordGrandchildren = TypedDict(
    "RecordGrandchildren",
    {
        "table_id": str,
        "by": str,
        "where": NotRequired[list["RecordCondition"]],
        "sort": NotRequired[list["RecordSortKey"]],
        "limit": NotRequired[int],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
    },
)

RecordChildren = TypedDict(
    "RecordChildren",
    {
        "table_id": str,
        "by": str,
        "where": NotRequired[list["RecordCondition"]],
        "sort": NotRequired[list["RecordSortKey"]],
        "limit": NotRequired[int],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
        "children": NotRequired[dict[str, "RecordGrandchildren"]],
    },
)

Conformance = Literal["pdf/a-2b", "pdf/a-3b", "pdf/a-3a", "pdf/ua-1"]

InvoiceSellerIdsItem = TypedDict(
    "InvoiceSellerIdsItem",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceSellerLegalRegistration = TypedDict(
    "InvoiceSellerLegalRegistration",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceSellerElectronicAddress = TypedDict(
    "InvoiceSellerElectronicAddress",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceSellerAddress = TypedDict(
    "InvoiceSellerAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceSellerContact = TypedDict(
    "InvoiceSellerContact",
    {
        "name": NotRequired[str],
        "phone": NotRequired[str],
        "email": NotRequired[str],
    },
)

InvoiceSeller = TypedDict(
    "InvoiceSeller",
    {
        "name": NotRequired[str],
        "trading_name": NotRequired[str],
        "ids": NotRequired[list["InvoiceSellerIdsItem"]],
        "legal_registration": NotRequired["InvoiceSellerLegalRegistration"],
        "vat_id": NotRequired[str],
        "tax_number": NotRequired[str],
        "legal_information": NotRequired[str],
        "electronic_address": NotRequired["InvoiceSellerElectronicAddress"],
        "address": NotRequired["InvoiceSellerAddress"],
        "contact": NotRequired["InvoiceSellerContact"],
    },
)

InvoiceBuyerId = TypedDict(
    "InvoiceBuyerId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceBuyerLegalRegistration = TypedDict(
    "InvoiceBuyerLegalRegistration",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceBuyerElectronicAddress = TypedDict(
    "InvoiceBuyerElectronicAddress",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceBuyerAddress = TypedDict(
    "InvoiceBuyerAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceBuyerContact = TypedDict(
    "InvoiceBuyerContact",
    {
        "name": NotRequired[str],
        "phone": NotRequired[str],
        "email": NotRequired[str],
    },
)

InvoiceBuyer = TypedDict(
    "InvoiceBuyer",
    {
        "name": NotRequired[str],
        "trading_name": NotRequired[str],
        "id": NotRequired["InvoiceBuyerId"],
        "legal_registration": NotRequired["InvoiceBuyerLegalRegistration"],
        "vat_id": NotRequired[str],
        "electronic_address": NotRequired["InvoiceBuyerElectronicAddress"],
        "address": NotRequired["InvoiceBuyerAddress"],
        "contact": NotRequired["InvoiceBuyerContact"],
    },
)

InvoiceLineObject = TypedDict(
    "InvoiceLineObject",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceLinePeriod = TypedDict(
    "InvoiceLinePeriod",
    {
        "start_date": NotRequired[str],
        "end_date": NotRequired[str],
    },
)

InvoiceLineAllowancesItem = TypedDict(
    "InvoiceLineAllowancesItem",
    {
        "amount": NotRequired[Union[float, str]],
        "base_amount": NotRequired[Union[float, str]],
        "percentage": NotRequired[Union[float, str]],
        "reason": NotRequired[str],
        "reason_code": NotRequired[str],
    },
)

InvoiceLineChargesItem = TypedDict(
    "InvoiceLineChargesItem",
    {
        "amount": NotRequired[Union[float, str]],
        "base_amount": NotRequired[Union[float, str]],
        "percentage": NotRequired[Union[float, str]],
        "reason": NotRequired[str],
        "reason_code": NotRequired[str],
    },
)

InvoiceLineStandardItemId = TypedDict(
    "InvoiceLineStandardItemId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceLineClassificationsItem = TypedDict(
    "InvoiceLineClassificationsItem",
    {
        "code": str,
        "scheme": NotRequired[str],
        "scheme_version": NotRequired[str],
    },
)

InvoiceLineAttributesItem = TypedDict(
    "InvoiceLineAttributesItem",
    {
        "name": NotRequired[str],
        "value": NotRequired[str],
    },
)

InvoiceLineInstancesItem = TypedDict(
    "InvoiceLineInstancesItem",
    {
        "batch_id": NotRequired[str],
        "serial_id": NotRequired[str],
    },
)

InvoiceLine = TypedDict(
    "InvoiceLine",
    {
        "id": NotRequired[str],
        "note": NotRequired[str],
        "object": NotRequired["InvoiceLineObject"],
        "quantity": NotRequired[Union[float, str]],
        "unit": NotRequired[str],
        "net_amount": NotRequired[Union[float, str]],
        "order_line_reference": NotRequired[str],
        "purchase_order_reference": NotRequired[str],
        "despatch_advice_reference": NotRequired[str],
        "delivery_date": NotRequired[str],
        "buyer_accounting_reference": NotRequired[str],
        "period": NotRequired["InvoiceLinePeriod"],
        "allowances": NotRequired[list["InvoiceLineAllowancesItem"]],
        "charges": NotRequired[list["InvoiceLineChargesItem"]],
        "net_price": NotRequired[Union[float, str]],
        "price_discount": NotRequired[Union[float, str]],
        "gross_price": NotRequired[Union[float, str]],
        "price_quantity": NotRequired[Union[float, str]],
        "price_unit": NotRequired[str],
        "vat_category": NotRequired[str],
        "vat_rate": NotRequired[Union[float, str]],
        "name": NotRequired[str],
        "description": NotRequired[str],
        "seller_item_id": NotRequired[str],
        "buyer_item_id": NotRequired[str],
        "standard_item_id": NotRequired["InvoiceLineStandardItemId"],
        "classifications": NotRequired[list["InvoiceLineClassificationsItem"]],
        "origin_country": NotRequired[str],
        "attributes": NotRequired[list["InvoiceLineAttributesItem"]],
        "instances": NotRequired[list["InvoiceLineInstancesItem"]],
    },
)

InvoiceInvoicedObject = TypedDict(
    "InvoiceInvoicedObject",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceCashDiscountsItem = TypedDict(
    "InvoiceCashDiscountsItem",
    {
        "days": Union[float, str],
        "percentage": Union[float, str],
        "base_amount": NotRequired[Union[float, str]],
    },
)

InvoiceNotesItem = TypedDict(
    "InvoiceNotesItem",
    {
        "text": str,
        "subject_code": NotRequired[str],
    },
)

InvoicePrecedingInvoicesItem = TypedDict(
    "InvoicePrecedingInvoicesItem",
    {
        "number": NotRequired[str],
        "issue_date": NotRequired[str],
    },
)

InvoicePayeeId = TypedDict(
    "InvoicePayeeId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoicePayeeLegalRegistration = TypedDict(
    "InvoicePayeeLegalRegistration",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoicePayee = TypedDict(
    "InvoicePayee",
    {
        "name": NotRequired[str],
        "id": NotRequired["InvoicePayeeId"],
        "legal_registration": NotRequired["InvoicePayeeLegalRegistration"],
    },
)

InvoiceSellerTaxRepresentativeAddress = TypedDict(
    "InvoiceSellerTaxRepresentativeAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceSellerTaxRepresentative = TypedDict(
    "InvoiceSellerTaxRepresentative",
    {
        "name": NotRequired[str],
        "vat_id": NotRequired[str],
        "address": NotRequired["InvoiceSellerTaxRepresentativeAddress"],
    },
)

InvoiceDeliveryLocationId = TypedDict(
    "InvoiceDeliveryLocationId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceDeliveryAddress = TypedDict(
    "InvoiceDeliveryAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceDelivery = TypedDict(
    "InvoiceDelivery",
    {
        "name": NotRequired[str],
        "location_id": NotRequired["InvoiceDeliveryLocationId"],
        "date": NotRequired[str],
        "address": NotRequired["InvoiceDeliveryAddress"],
    },
)

InvoiceUltimateShipToId = TypedDict(
    "InvoiceUltimateShipToId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceUltimateShipToAddress = TypedDict(
    "InvoiceUltimateShipToAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceUltimateShipTo = TypedDict(
    "InvoiceUltimateShipTo",
    {
        "name": str,
        "id": NotRequired["InvoiceUltimateShipToId"],
        "address": NotRequired["InvoiceUltimateShipToAddress"],
    },
)

InvoiceShipFromId = TypedDict(
    "InvoiceShipFromId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceShipFromAddress = TypedDict(
    "InvoiceShipFromAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceShipFrom = TypedDict(
    "InvoiceShipFrom",
    {
        "name": str,
        "id": NotRequired["InvoiceShipFromId"],
        "address": NotRequired["InvoiceShipFromAddress"],
    },
)

InvoiceInvoiceeId = TypedDict(
    "InvoiceInvoiceeId",
    {
        "id": str,
        "scheme": NotRequired[str],
    },
)

InvoiceInvoiceeAddress = TypedDict(
    "InvoiceInvoiceeAddress",
    {
        "line_1": NotRequired[str],
        "line_2": NotRequired[str],
        "line_3": NotRequired[str],
        "city": NotRequired[str],
        "post_code": NotRequired[str],
        "subdivision": NotRequired[str],
        "country": NotRequired[str],
    },
)

InvoiceInvoicee = TypedDict(
    "InvoiceInvoicee",
    {
        "name": str,
        "id": NotRequired["InvoiceInvoiceeId"],
        "vat_id": NotRequired[str],
        "address": NotRequired["InvoiceInvoiceeAddress"],
    },
)

InvoiceInvoicingPeriod = TypedDict(
    "InvoiceInvoicingPeriod",
    {
        "start_date": NotRequired[str],
        "end_date": NotRequired[str],
    },
)

InvoicePaymentCreditTransfersItem = TypedDict(
    "InvoicePaymentCreditTransfersItem",
    {
        "account_id": NotRequired[str],
        "account_name": NotRequired[str],
        "bic": NotRequired[str],
    },
)

InvoicePaymentCard = TypedDict(
    "InvoicePaymentCard",
    {
        "number": NotRequired[str],
        "holder": NotRequired[str],
    },
)

InvoicePaymentDirectDebit = TypedDict(
    "InvoicePaymentDirectDebit",
    {
        "mandate_reference": NotRequired[str],
        "creditor_id": NotRequired[str],
        "debited_account": NotRequired[str],
    },
)

InvoicePayment = TypedDict(
    "InvoicePayment",
    {
        "means_code": NotRequired[str],
        "means_text": NotRequired[str],
        "remittance_information": NotRequired[str],
        "credit_transfers": NotRequired[list["InvoicePaymentCreditTransfersItem"]],
        "card": NotRequired["InvoicePaymentCard"],
        "direct_debit": NotRequired["InvoicePaymentDirectDebit"],
    },
)

InvoiceAllowancesItem = TypedDict(
    "InvoiceAllowancesItem",
    {
        "amount": NotRequired[Union[float, str]],
        "base_amount": NotRequired[Union[float, str]],
        "percentage": NotRequired[Union[float, str]],
        "reason": NotRequired[str],
        "reason_code": NotRequired[str],
        "vat_category": NotRequired[str],
        "vat_rate": NotRequired[Union[float, str]],
    },
)

InvoiceChargesItem = TypedDict(
    "InvoiceChargesItem",
    {
        "amount": NotRequired[Union[float, str]],
        "base_amount": NotRequired[Union[float, str]],
        "percentage": NotRequired[Union[float, str]],
        "reason": NotRequired[str],
        "reason_code": NotRequired[str],
        "vat_category": NotRequired[str],
        "vat_rate": NotRequired[Union[float, str]],
        "is_logistics": NotRequired[bool],
    },
)

InvoiceTotals = TypedDict(
    "InvoiceTotals",
    {
        "line_total": NotRequired[Union[float, str]],
        "allowance_total": NotRequired[Union[float, str]],
        "charge_total": NotRequired[Union[float, str]],
        "net_total": NotRequired[Union[float, str]],
        "vat_total": NotRequired[Union[float, str]],
        "vat_total_in_vat_currency": NotRequired[Union[float, str]],
        "grand_total": NotRequired[Union[float, str]],
        "prepaid": NotRequired[Union[float, str]],
        "rounding": NotRequired[Union[float, str]],
        "amount_due": NotRequired[Union[float, str]],
    },
)

InvoiceVatBreakdownItem = TypedDict(
    "InvoiceVatBreakdownItem",
    {
        "taxable_amount": NotRequired[Union[float, str]],
        "tax_amount": NotRequired[Union[float, str]],
        "category": NotRequired[str],
        "rate": NotRequired[Union[float, str]],
        "exemption_reason": NotRequired[str],
        "exemption_reason_code": NotRequired[str],
    },
)

InvoiceSupportingDocumentsItemFile = TypedDict(
    "InvoiceSupportingDocumentsItemFile",
    {
        "filename": str,
        "mime_type": Literal["application/pdf", "image/png", "image/jpeg", "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.oasis.opendocument.spreadsheet"],
        "data_base64": str,
    },
)

InvoiceSupportingDocumentsItem = TypedDict(
    "InvoiceSupportingDocumentsItem",
    {
        "reference": NotRequired[str],
        "description": NotRequired[str],
        "url": NotRequired[str],
        "file": NotRequired["InvoiceSupportingDocumentsItemFile"],
    },
)

Invoice = TypedDict(
    "Invoice",
    {
        "number": NotRequired[str],
        "issue_date": NotRequired[str],
        "type_code": NotRequired[str],
        "currency": NotRequired[str],
        "vat_currency": NotRequired[str],
        "vat_point_date": NotRequired[str],
        "vat_point_date_code": NotRequired[str],
        "due_date": NotRequired[str],
        "buyer_reference": NotRequired[str],
        "project_reference": NotRequired[str],
        "contract_reference": NotRequired[str],
        "purchase_order_reference": NotRequired[str],
        "sales_order_reference": NotRequired[str],
        "receiving_advice_reference": NotRequired[str],
        "despatch_advice_reference": NotRequired[str],
        "delivery_note_reference": NotRequired[str],
        "tender_or_lot_reference": NotRequired[str],
        "invoiced_object": NotRequired["InvoiceInvoicedObject"],
        "buyer_accounting_reference": NotRequired[str],
        "payment_terms": NotRequired[str],
        "cash_discounts": NotRequired[list["InvoiceCashDiscountsItem"]],
        "notes": NotRequired[list["InvoiceNotesItem"]],
        "business_process": NotRequired[str],
        "preceding_invoices": NotRequired[list["InvoicePrecedingInvoicesItem"]],
        "seller": NotRequired["InvoiceSeller"],
        "buyer": NotRequired["InvoiceBuyer"],
        "payee": NotRequired["InvoicePayee"],
        "seller_tax_representative": NotRequired["InvoiceSellerTaxRepresentative"],
        "delivery": NotRequired["InvoiceDelivery"],
        "ultimate_ship_to": NotRequired["InvoiceUltimateShipTo"],
        "ship_from": NotRequired["InvoiceShipFrom"],
        "invoicee": NotRequired["InvoiceInvoicee"],
        "invoicing_period": NotRequired["InvoiceInvoicingPeriod"],
        "payment": NotRequired["InvoicePayment"],
        "allowances": NotRequired[list["InvoiceAllowancesItem"]],
        "charges": NotRequired[list["InvoiceChargesItem"]],
        "totals": NotRequired["InvoiceTotals"],
        "vat_breakdown": NotRequired[list["InvoiceVatBreakdownItem"]],
        "supporting_documents": NotRequired[list["InvoiceSupportingDocumentsItem"]],
        "lines": NotRequired[list["InvoiceLine"]],
    },
)

EInvoice = TypedDict(
    "EInvoice",
    {
        "profile": Literal["minimum", "basic_wl", "basic", "en16931", "extended", "xrechnung", "peppol_bis_3"],
        "syntax": NotRequired[Literal["cii", "ubl"]],
        "xml": NotRequired[str],
        "invoice": NotRequired["Invoice"],
        "invoice_from": NotRequired[str],
        "output": NotRequired[Literal["pdf", "xml"]],
    },
)

PdfRequestFilesValue1 = TypedDict(
    "PdfRequestFilesValue1",
    {
        "base64": str,
    },
)

PdfRequestFilesValue2 = TypedDict(
    "PdfRequestFilesValue2",
    {
        "file": str,
    },
)

PdfRequestDataFromConnections = TypedDict(
    "PdfRequestDataFromConnections",
    {
        "tablebase": str,
    },
)

PdfRequestDataFromWhere = TypedDict(
    "PdfRequestDataFromWhere",
    {
        "field": str,
        "value": Union[str, float, bool],
    },
)

PdfRequestDataFrom = TypedDict(
    "PdfRequestDataFrom",
    {
        "base_id": str,
        "table_id": str,
        "_connections": "PdfRequestDataFromConnections",
        "record_id": NotRequired[str],
        "where": NotRequired[Union["PdfRequestDataFromWhere", list["RecordCondition"]]],
        "list": NotRequired[bool],
        "sort": NotRequired[list["RecordSortKey"]],
        "limit": NotRequired[int],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
        "children": NotRequired[dict[str, "RecordChildren"]],
        "cell_format": NotRequired[Literal["json", "string"]],
    },
)

PdfRequestPageSize1 = TypedDict(
    "PdfRequestPageSize1",
    {
        "width": str,
        "height": Union[str, Literal["auto"]],
    },
)

PdfRequestMargin2 = TypedDict(
    "PdfRequestMargin2",
    {
        "top": NotRequired[Union[str, Literal[0]]],
        "right": NotRequired[Union[str, Literal[0]]],
        "bottom": NotRequired[Union[str, Literal[0]]],
        "left": NotRequired[Union[str, Literal[0]]],
    },
)

PdfRequestHeaderHtml1 = TypedDict(
    "PdfRequestHeaderHtml1",
    {
        "default": NotRequired[str],
        "first": NotRequired[str],
        "last": NotRequired[str],
        "even": NotRequired[str],
        "odd": NotRequired[str],
    },
)

PdfRequestFooterHtml1 = TypedDict(
    "PdfRequestFooterHtml1",
    {
        "default": NotRequired[str],
        "first": NotRequired[str],
        "last": NotRequired[str],
        "even": NotRequired[str],
        "odd": NotRequired[str],
    },
)

PdfRequestBackgroundPdf1 = TypedDict(
    "PdfRequestBackgroundPdf1",
    {
        "first": NotRequired[str],
        "default": NotRequired[str],
    },
)

PdfRequestWatermarkHtml1 = TypedDict(
    "PdfRequestWatermarkHtml1",
    {
        "html": str,
        "layer": NotRequired[Literal["over", "under"]],
    },
)

PdfRequestDeliverTo = TypedDict(
    "PdfRequestDeliverTo",
    {
        "connection": str,
        "folder": NotRequired[str],
    },
)

PdfRequestMetadata = TypedDict(
    "PdfRequestMetadata",
    {
        "title": NotRequired[str],
        "author": NotRequired[str],
        "subject": NotRequired[str],
        "keywords": NotRequired[Union[str, list[str]]],
        "created_at": NotRequired[str],
    },
)

PdfRequestAttachmentsItem = TypedDict(
    "PdfRequestAttachmentsItem",
    {
        "name": str,
        "data_base64": str,
        "mime_type": NotRequired[str],
        "description": NotRequired[str],
        "relationship": NotRequired[Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]],
    },
)

PdfRequestProtect = TypedDict(
    "PdfRequestProtect",
    {
        "user_password": NotRequired[str],
        "owner_password": NotRequired[str],
        "permissions": NotRequired[list[Literal["print", "copy", "edit", "annotate", "fill_forms", "assemble"]]],
    },
)

PdfRequest = TypedDict(
    "PdfRequest",
    {
        "html": NotRequired[str],
        "template": NotRequired[str],
        "css": NotRequired[str],
        "files": NotRequired[dict[str, Union[str, "PdfRequestFilesValue1", "PdfRequestFilesValue2"]]],
        "embedded_resources": NotRequired[bool],
        "tags": NotRequired[bool],
        "data": NotRequired[dict[str, Any]],
        "data_from": NotRequired["PdfRequestDataFrom"],
        "page_size": NotRequired[Union[Literal["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"], "PdfRequestPageSize1", str]],
        "orientation": NotRequired[Literal["portrait", "landscape"]],
        "margin": NotRequired[Union[str, Literal[0], "PdfRequestMargin2"]],
        "header_html": NotRequired[Union[str, "PdfRequestHeaderHtml1"]],
        "footer_html": NotRequired[Union[str, "PdfRequestFooterHtml1"]],
        "background_pdf": NotRequired[Union[str, "PdfRequestBackgroundPdf1"]],
        "watermark_html": NotRequired[Union[str, "PdfRequestWatermarkHtml1"]],
        "first_page_number": NotRequired[int],
        "filename": NotRequired[str],
        "tagged": NotRequired[bool],
        "outline": NotRequired[bool],
        "locale": NotRequired[str],
        "time_zone": NotRequired[str],
        "translations": NotRequired[dict[str, dict[str, Any]]],
        "strict": NotRequired[bool],
        "return": NotRequired[Literal["all", "link"]],
        "expires_in": NotRequired[int],
        "deliver_to": NotRequired["PdfRequestDeliverTo"],
        "on_blocked": NotRequired[Literal["error", "warn"]],
        "conformance": NotRequired[Union["Conformance", list["Conformance"], str]],
        "metadata": NotRequired["PdfRequestMetadata"],
        "attachments": NotRequired[list["PdfRequestAttachmentsItem"]],
        "e_invoice": NotRequired["EInvoice"],
        "protect": NotRequired["PdfRequestProtect"],
    },
)

JobResultDelivered = TypedDict(
    "JobResultDelivered",
    {
        "connection": str,
        "bucket": str,
        "key": str,
    },
)

JobResultTemplate = TypedDict(
    "JobResultTemplate",
    {
        "name": str,
        "version": Union[int, str],
    },
)

JobResult = TypedDict(
    "JobResult",
    {
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "page_count": int,
        "pdf_base64": NotRequired[str],
        "xml": NotRequired[str],
        "delivered": NotRequired["JobResultDelivered"],
        "warnings": NotRequired[list["ContentWarning"]],
        "template": NotRequired["JobResultTemplate"],
    },
)

JobError = TypedDict(
    "JobError",
    {
        "code": str,
        "message": str,
    },
)

Job = TypedDict(
    "Job",
    {
        "id": str,
        "tool": Union[Literal["html-to-pdf", "json-to-pdf"], str],
        "status": Union[Literal["queued", "working", "done", "failed", "cancelled"], str],
        "created_at": str,
        "finished_at": NotRequired[str],
        "result": NotRequired["JobResult"],
        "error": NotRequired["JobError"],
    },
)

TableRecord = TypedDict(
    "TableRecord",
    {
        "id": str,
        "fields": dict[str, Any],
        "createdTime": Union[str, None],
    },
)

RecordRequestConnections = TypedDict(
    "RecordRequestConnections",
    {
        "tablebase": str,
    },
)

RecordRequestWhere = TypedDict(
    "RecordRequestWhere",
    {
        "field": str,
        "value": Union[str, float, bool],
    },
)

RecordRequest = TypedDict(
    "RecordRequest",
    {
        "base_id": str,
        "table_id": str,
        "_connections": "RecordRequestConnections",
        "record_id": NotRequired[str],
        "where": NotRequired[Union["RecordRequestWhere", list["RecordCondition"]]],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
        "cell_format": NotRequired[Literal["json", "string"]],
    },
)

RecordList = TypedDict(
    "RecordList",
    {
        "records": list["TableRecord"],
        "has_more": bool,
        "count": int,
    },
)

ListRecordsRequestConnections = TypedDict(
    "ListRecordsRequestConnections",
    {
        "tablebase": str,
    },
)

ListRecordsRequest = TypedDict(
    "ListRecordsRequest",
    {
        "base_id": str,
        "table_id": str,
        "_connections": "ListRecordsRequestConnections",
        "where": NotRequired[list["RecordCondition"]],
        "sort": NotRequired[list["RecordSortKey"]],
        "limit": NotRequired[int],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
        "children": NotRequired[dict[str, "RecordChildren"]],
    },
)

TemplateFault = TypedDict(
    "TemplateFault",
    {
        "code": str,
        "message": str,
        "line": NotRequired[int],
        "column": NotRequired[int],
    },
)

TemplateCheck = TypedDict(
    "TemplateCheck",
    {
        "ok": bool,
        "faults": list["TemplateFault"],
        "warnings": list["ContentWarning"],
    },
)

Variable = TypedDict(
    "Variable",
    {
        "name": str,
        "kind": Union[Literal["html", "css"], str],
        "content": str,
        "created_at": str,
        "updated_at": str,
        "version": Union[int, str],
        "etag": str,
        "css": NotRequired[str],
        "files": NotRequired[dict[str, Any]],
        "sample_data": NotRequired[dict[str, Any]],
        "options": NotRequired[dict[str, Any]],
        "note": NotRequired[str],
        "published_at": NotRequired[str],
        "draft_saved_at": NotRequired[str],
        "warnings": NotRequired[list["TemplateFault"]],
    },
)

TemplateOptionsPageSize1 = TypedDict(
    "TemplateOptionsPageSize1",
    {
        "width": str,
        "height": Union[str, Literal["auto"]],
    },
)

TemplateOptionsMargin2 = TypedDict(
    "TemplateOptionsMargin2",
    {
        "top": NotRequired[Union[str, Literal[0]]],
        "right": NotRequired[Union[str, Literal[0]]],
        "bottom": NotRequired[Union[str, Literal[0]]],
        "left": NotRequired[Union[str, Literal[0]]],
    },
)

TemplateOptionsHeaderHtml1 = TypedDict(
    "TemplateOptionsHeaderHtml1",
    {
        "default": NotRequired[str],
        "first": NotRequired[str],
        "last": NotRequired[str],
        "even": NotRequired[str],
        "odd": NotRequired[str],
    },
)

TemplateOptionsFooterHtml1 = TypedDict(
    "TemplateOptionsFooterHtml1",
    {
        "default": NotRequired[str],
        "first": NotRequired[str],
        "last": NotRequired[str],
        "even": NotRequired[str],
        "odd": NotRequired[str],
    },
)

TemplateOptionsBackgroundPdf1 = TypedDict(
    "TemplateOptionsBackgroundPdf1",
    {
        "first": NotRequired[str],
        "default": NotRequired[str],
    },
)

TemplateOptionsWatermarkHtml1 = TypedDict(
    "TemplateOptionsWatermarkHtml1",
    {
        "html": str,
        "layer": NotRequired[Literal["over", "under"]],
    },
)

TemplateOptionsDeliverTo = TypedDict(
    "TemplateOptionsDeliverTo",
    {
        "connection": str,
        "folder": NotRequired[str],
    },
)

TemplateOptionsMetadata = TypedDict(
    "TemplateOptionsMetadata",
    {
        "title": NotRequired[str],
        "author": NotRequired[str],
        "subject": NotRequired[str],
        "keywords": NotRequired[Union[str, list[str]]],
        "created_at": NotRequired[str],
    },
)

TemplateOptionsAttachmentsItem = TypedDict(
    "TemplateOptionsAttachmentsItem",
    {
        "name": str,
        "data_base64": str,
        "mime_type": NotRequired[str],
        "description": NotRequired[str],
        "relationship": NotRequired[Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]],
    },
)

TemplateOptions = TypedDict(
    "TemplateOptions",
    {
        "embedded_resources": NotRequired[bool],
        "tags": NotRequired[bool],
        "page_size": NotRequired[Union[Literal["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"], "TemplateOptionsPageSize1", str]],
        "orientation": NotRequired[Literal["portrait", "landscape"]],
        "margin": NotRequired[Union[str, Literal[0], "TemplateOptionsMargin2"]],
        "header_html": NotRequired[Union[str, "TemplateOptionsHeaderHtml1"]],
        "footer_html": NotRequired[Union[str, "TemplateOptionsFooterHtml1"]],
        "background_pdf": NotRequired[Union[str, "TemplateOptionsBackgroundPdf1"]],
        "watermark_html": NotRequired[Union[str, "TemplateOptionsWatermarkHtml1"]],
        "first_page_number": NotRequired[int],
        "filename": NotRequired[str],
        "tagged": NotRequired[bool],
        "outline": NotRequired[bool],
        "locale": NotRequired[str],
        "time_zone": NotRequired[str],
        "translations": NotRequired[dict[str, dict[str, Any]]],
        "strict": NotRequired[bool],
        "expires_in": NotRequired[int],
        "deliver_to": NotRequired["TemplateOptionsDeliverTo"],
        "on_blocked": NotRequired[Literal["error", "warn"]],
        "conformance": NotRequired[Union["Conformance", list["Conformance"], str]],
        "metadata": NotRequired["TemplateOptionsMetadata"],
        "attachments": NotRequired[list["TemplateOptionsAttachmentsItem"]],
        "e_invoice": NotRequired["EInvoice"],
    },
)

VariableContentFilesValue1 = TypedDict(
    "VariableContentFilesValue1",
    {
        "base64": str,
    },
)

VariableContent = TypedDict(
    "VariableContent",
    {
        "kind": Literal["html", "css"],
        "content": str,
        "css": NotRequired[str],
        "files": NotRequired[dict[str, Union[str, "VariableContentFilesValue1"]]],
        "sample_data": NotRequired[dict[str, dict[str, Any]]],
        "options": NotRequired["TemplateOptions"],
        "note": NotRequired[str],
        "draft": NotRequired[bool],
    },
)

VariablePatch = TypedDict(
    "VariablePatch",
    {
        "kind": NotRequired[Literal["html", "css"]],
        "content": NotRequired[Union[str, None]],
        "css": NotRequired[Union[str, None]],
        "files": NotRequired[Union[dict[str, Any], None]],
        "sample_data": NotRequired[Union[dict[str, Any], None]],
        "options": NotRequired[Union[dict[str, Any], None]],
        "note": NotRequired[str],
        "draft": NotRequired[bool],
    },
)

DeleteVariableResult = TypedDict(
    "DeleteVariableResult",
    {
        "name": str,
    },
)

VariableSummary = TypedDict(
    "VariableSummary",
    {
        "name": str,
        "kind": Union[Literal["html", "css"], str],
        "created_at": str,
        "updated_at": str,
        "version": NotRequired[int],
        "published_at": NotRequired[str],
        "draft_saved_at": NotRequired[str],
    },
)

ListVariablesResult = TypedDict(
    "ListVariablesResult",
    {
        "items": list["VariableSummary"],
        "next_cursor": Union[str, None],
    },
)

VariableVersionBy = TypedDict(
    "VariableVersionBy",
    {
        "id": str,
        "name": Union[str, None],
    },
)

VariableVersionByOther = TypedDict(
    "VariableVersionByOther",
    {
        "id": str,
        "name": Union[str, None],
    },
)

VariableVersion = TypedDict(
    "VariableVersion",
    {
        "version": Union[int, str],
        "saved_at": str,
        "by": Union["VariableVersionBy", "VariableVersionByOther"],
        "bytes": int,
        "published": bool,
        "note": NotRequired[str],
        "published_at": NotRequired[str],
    },
)

ListVariableVersionsResult = TypedDict(
    "ListVariableVersionsResult",
    {
        "items": list["VariableVersion"],
        "next_cursor": Union[str, None],
    },
)

WholeVersionBy = TypedDict(
    "WholeVersionBy",
    {
        "id": str,
        "name": Union[str, None],
    },
)

WholeVersionByOther = TypedDict(
    "WholeVersionByOther",
    {
        "id": str,
        "name": Union[str, None],
    },
)

WholeVersion = TypedDict(
    "WholeVersion",
    {
        "name": str,
        "kind": Union[Literal["html", "css"], str],
        "content": str,
        "version": Union[int, str],
        "saved_at": str,
        "by": Union["WholeVersionBy", "WholeVersionByOther"],
        "bytes": int,
        "published": bool,
        "etag": str,
        "css": NotRequired[str],
        "files": NotRequired[dict[str, Any]],
        "sample_data": NotRequired[dict[str, Any]],
        "options": NotRequired[dict[str, Any]],
        "note": NotRequired[str],
        "published_at": NotRequired[str],
    },
)

PublishRequest = TypedDict(
    "PublishRequest",
    {
        "version": Union[int, Literal["draft"]],
        "note": NotRequired[str],
    },
)

DeleteVariableDraftResult = TypedDict(
    "DeleteVariableDraftResult",
    {
        "name": str,
    },
)

VersionDifference = TypedDict(
    "VersionDifference",
    {
        "from": Union[int, str],
        "to": Union[int, str],
        "text": str,
        "is_complete": bool,
    },
)

Font = TypedDict(
    "Font",
    {
        "name": str,
        "family": str,
        "weight": Union[int, str],
        "style": Union[Literal["normal", "italic"], str],
        "format": Union[Literal["woff2", "woff", "ttf", "otf"], str],
        "size_bytes": int,
        "sha256": str,
        "created_at": str,
        "updated_at": str,
    },
)

FontInput = TypedDict(
    "FontInput",
    {
        "family": str,
        "data_base64": str,
        "weight": NotRequired[Union[int, str]],
        "style": NotRequired[Literal["normal", "italic"]],
    },
)

DeleteFontResult = TypedDict(
    "DeleteFontResult",
    {
        "name": str,
    },
)

ListFontsResult = TypedDict(
    "ListFontsResult",
    {
        "items": list["Font"],
        "next_cursor": Union[str, None],
    },
)

DeleteFileResult = TypedDict(
    "DeleteFileResult",
    {
        "id": str,
    },
)

AccountTemplate = TypedDict(
    "AccountTemplate",
    {
        "name": str,
        "version": int,
        "samples": list[str],
    },
)

ListTemplatesOfAccountResult = TypedDict(
    "ListTemplatesOfAccountResult",
    {
        "items": list["AccountTemplate"],
        "next_cursor": Union[str, None],
    },
)

TestPrint = TypedDict(
    "TestPrint",
    {
        "pdf_base64": str,
        "page_count": int,
        "warnings": NotRequired[list["ContentWarning"]],
    },
)

TestPrintRequest = TypedDict(
    "TestPrintRequest",
    {
        "version": int,
        "sample": str,
    },
)

ConnectionAuth = TypedDict(
    "ConnectionAuth",
    {
        "type": Union[Literal["bearer", "basic", "header", "query", "oauth2_client_credentials"], str],
        "name": NotRequired[str],
        "prefix": NotRequired[str],
        "token_url": NotRequired[str],
        "client_id": NotRequired[str],
        "scope": NotRequired[str],
        "audience": NotRequired[str],
        "client_auth": NotRequired[Union[Literal["basic", "body"], str]],
    },
)

Connection = TypedDict(
    "Connection",
    {
        "slug": str,
        "provider": Union[Literal["tablebase", "pocketbase", "nocodb", "baserow", "grist", "teable", "seatable", "directus", "postgrest", "postgres", "s3", "http"], str],
        "label": Union[str, None],
        "created_at": str,
        "updated_at": str,
        "last_used_at": Union[str, None],
        "url": NotRequired[str],
        "tables": NotRequired[list[str]],
        "bucket": NotRequired[str],
        "region": NotRequired[str],
        "access_key": NotRequired[str],
        "auth": NotRequired["ConnectionAuth"],
        "methods": NotRequired[list[Union[Literal["GET", "POST", "PUT", "PATCH", "DELETE"], str]]],
        "headers": NotRequired[dict[str, str]],
    },
)

ConnectionInputAuth = TypedDict(
    "ConnectionInputAuth",
    {
        "type": Literal["bearer", "basic", "header", "query", "oauth2_client_credentials"],
        "token": NotRequired[str],
        "username": NotRequired[str],
        "password": NotRequired[str],
        "value": NotRequired[str],
        "client_secret": NotRequired[str],
        "name": NotRequired[str],
        "prefix": NotRequired[str],
        "token_url": NotRequired[str],
        "client_id": NotRequired[str],
        "scope": NotRequired[str],
        "audience": NotRequired[str],
        "client_auth": NotRequired[Literal["basic", "body"]],
    },
)

ConnectionInput = TypedDict(
    "ConnectionInput",
    {
        "provider": NotRequired[Literal["tablebase", "pocketbase", "nocodb", "baserow", "grist", "teable", "seatable", "directus", "postgrest", "postgres", "s3", "http"]],
        "token": NotRequired[str],
        "url": NotRequired[str],
        "tables": NotRequired[list[str]],
        "bucket": NotRequired[str],
        "region": NotRequired[str],
        "access_key": NotRequired[str],
        "auth": NotRequired["ConnectionInputAuth"],
        "methods": NotRequired[list[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]],
        "headers": NotRequired[dict[str, str]],
        "label": NotRequired[str],
    },
)

DeleteConnectionResult = TypedDict(
    "DeleteConnectionResult",
    {
        "slug": str,
    },
)

ListConnectionsResult = TypedDict(
    "ListConnectionsResult",
    {
        "items": list["Connection"],
        "next_cursor": Union[str, None],
    },
)

ConnectionTest = TypedDict(
    "ConnectionTest",
    {
        "ok": bool,
    },
)

Account = TypedDict(
    "Account",
    {
        "id": str,
        "name": str,
        "monthly_actions": Union[int, None],
        "max_pages": Union[int, None],
        "suspended": bool,
        "created_at": str,
    },
)

AccountInput = TypedDict(
    "AccountInput",
    {
        "name": str,
        "monthly_actions": NotRequired[Union[int, None]],
        "max_pages": NotRequired[Union[int, None]],
    },
)

ListAccountsResult = TypedDict(
    "ListAccountsResult",
    {
        "items": list["Account"],
        "next_cursor": Union[str, None],
    },
)

AccountChange = TypedDict(
    "AccountChange",
    {
        "name": NotRequired[str],
        "monthly_actions": NotRequired[Union[int, None]],
        "max_pages": NotRequired[Union[int, None]],
        "suspended": NotRequired[bool],
    },
)

CloseAccountResult = TypedDict(
    "CloseAccountResult",
    {
        "id": str,
    },
)

CreatedToken = TypedDict(
    "CreatedToken",
    {
        "id": str,
        "name": Union[str, None],
        "created_at": str,
        "expires_at": Union[str, None],
        "last_used_at": Union[str, None],
        "token": str,
    },
)

TokenInput = TypedDict(
    "TokenInput",
    {
        "name": NotRequired[str],
        "expires_at": NotRequired[str],
    },
)

Token = TypedDict(
    "Token",
    {
        "id": str,
        "name": Union[str, None],
        "created_at": str,
        "expires_at": Union[str, None],
        "last_used_at": Union[str, None],
    },
)

ListTokensResult = TypedDict(
    "ListTokensResult",
    {
        "items": list["Token"],
        "next_cursor": Union[str, None],
    },
)

RevokeTokenResult = TypedDict(
    "RevokeTokenResult",
    {
        "id": str,
    },
)

OwnAccountToken = TypedDict(
    "OwnAccountToken",
    {
        "id": str,
        "name": Union[str, None],
        "expires_at": Union[str, None],
    },
)

OwnAccountLimits = TypedDict(
    "OwnAccountLimits",
    {
        "requests_per_minute": Union[int, None],
        "concurrent_requests": Union[int, None],
        "request_body_bytes": int,
        "pages_per_document": int,
        "variables": int,
        "variable_bytes": int,
        "variable_versions": int,
        "fonts": int,
        "connections": int,
        "webhooks": int,
    },
)

OwnAccount = TypedDict(
    "OwnAccount",
    {
        "id": str,
        "name": str,
        "token": "OwnAccountToken",
        "monthly_actions": Union[int, None],
        "actions_this_month": int,
        "actions_left": Union[int, None],
        "storage_bytes": int,
        "variable_bytes": int,
        "max_storage_bytes": Union[int, None],
        "limits": "OwnAccountLimits",
    },
)

UsageCount = TypedDict(
    "UsageCount",
    {
        "actions": int,
        "requests": int,
    },
)

Usage = TypedDict(
    "Usage",
    {
        "actions": int,
        "requests": int,
        "by_day": dict[str, "UsageCount"],
        "by_tool": NotRequired[dict[str, "UsageCount"]],
        "by_token": NotRequired[dict[str, "UsageCount"]],
        "storage_bytes": NotRequired[int],
    },
)

AccountUsage = TypedDict(
    "AccountUsage",
    {
        "account_id": str,
        "name": str,
        "monthly_actions": Union[int, None],
        "actions": int,
        "requests": int,
        "actions_this_month": int,
    },
)

ServiceUsage = TypedDict(
    "ServiceUsage",
    {
        "actions": int,
        "requests": int,
        "by_day": dict[str, "UsageCount"],
        "items": list["AccountUsage"],
        "next_cursor": Union[str, None],
        "by_tool": NotRequired[dict[str, "UsageCount"]],
        "by_token": NotRequired[dict[str, "UsageCount"]],
        "storage_bytes": NotRequired[int],
    },
)

SettingsHttpRequest = TypedDict(
    "SettingsHttpRequest",
    {
        "timeout_ms": int,
        "max_redirects": int,
        "max_request_bytes": int,
        "max_response_bytes": int,
        "blocked_hosts": list[str],
        "allowed_hosts": list[str],
    },
)

SettingsGetRecord = TypedDict(
    "SettingsGetRecord",
    {
        "timeout_ms": int,
    },
)

SettingsRateLimit = TypedDict(
    "SettingsRateLimit",
    {
        "requests_per_minute": int,
        "concurrent_requests": int,
    },
)

SettingsStorage = TypedDict(
    "SettingsStorage",
    {
        "max_bytes_per_account": int,
    },
)

SettingsPdf = TypedDict(
    "SettingsPdf",
    {
        "embedded_resources": bool,
        "max_pages": int,
    },
)

SettingsAudit = TypedDict(
    "SettingsAudit",
    {
        "max_entries": int,
        "max_entries_per_account": int,
        "retention_days": int,
    },
)

Settings = TypedDict(
    "Settings",
    {
        "http_request": "SettingsHttpRequest",
        "get_record": "SettingsGetRecord",
        "rate_limit": "SettingsRateLimit",
        "storage": "SettingsStorage",
        "pdf": "SettingsPdf",
        "audit": "SettingsAudit",
    },
)

SettingsChangeHttpRequest = TypedDict(
    "SettingsChangeHttpRequest",
    {
        "timeout_ms": NotRequired[int],
        "max_redirects": NotRequired[int],
        "max_request_bytes": NotRequired[int],
        "max_response_bytes": NotRequired[int],
        "blocked_hosts": NotRequired[list[str]],
        "allowed_hosts": NotRequired[list[str]],
    },
)

SettingsChangeGetRecord = TypedDict(
    "SettingsChangeGetRecord",
    {
        "timeout_ms": NotRequired[int],
    },
)

SettingsChangeRateLimit = TypedDict(
    "SettingsChangeRateLimit",
    {
        "requests_per_minute": NotRequired[int],
        "concurrent_requests": NotRequired[int],
    },
)

SettingsChangeStorage = TypedDict(
    "SettingsChangeStorage",
    {
        "max_bytes_per_account": NotRequired[int],
    },
)

SettingsChangePdf = TypedDict(
    "SettingsChangePdf",
    {
        "embedded_resources": NotRequired[bool],
        "max_pages": NotRequired[int],
    },
)

SettingsChangeAudit = TypedDict(
    "SettingsChangeAudit",
    {
        "max_entries": NotRequired[int],
        "max_entries_per_account": NotRequired[int],
        "retention_days": NotRequired[int],
    },
)

SettingsChange = TypedDict(
    "SettingsChange",
    {
        "http_request": NotRequired["SettingsChangeHttpRequest"],
        "get_record": NotRequired["SettingsChangeGetRecord"],
        "rate_limit": NotRequired["SettingsChangeRateLimit"],
        "storage": NotRequired["SettingsChangeStorage"],
        "pdf": NotRequired["SettingsChangePdf"],
        "audit": NotRequired["SettingsChangeAudit"],
    },
)

AuditEntryActor = TypedDict(
    "AuditEntryActor",
    {
        "kind": Union[Literal["admin", "oidc", "token"], str],
        "id": Union[str, None],
        "name": Union[str, None],
    },
)

AuditEntry = TypedDict(
    "AuditEntry",
    {
        "id": str,
        "at": str,
        "actor": "AuditEntryActor",
        "action": Union[Literal["account.create", "account.update", "account.close", "token.create", "token.revoke", "grant.create", "grant.revoke", "settings.update", "secrets.re_encrypt", "operator.sign_in", "studio_link.create", "variable.save", "variable.delete", "variable.publish", "variable.delete_draft", "font.save", "font.delete", "connection.save", "connection.delete", "webhook.save", "webhook.delete", "webhook.rotate", "job.cancel", "batch.cancel", "batch.retry", "template.print"], str],
        "object": Union[str, None],
        "account_id": Union[str, None],
        "fields": list[str],
        "outcome": Union[Literal["done", "unknown"], str],
        "request_id": str,
        "address": str,
    },
)

ListAuditResult = TypedDict(
    "ListAuditResult",
    {
        "items": list["AuditEntry"],
        "next_cursor": Union[str, None],
    },
)

ListOwnAuditResult = TypedDict(
    "ListOwnAuditResult",
    {
        "items": list["AuditEntry"],
        "next_cursor": Union[str, None],
    },
)

ReEncryption = TypedDict(
    "ReEncryption",
    {
        "re_encrypted": int,
        "current": int,
        "failed": int,
    },
)

GetServiceResultLinks = TypedDict(
    "GetServiceResultLinks",
    {
        "documentation": str,
        "openapi": str,
        "health": str,
        "operations": str,
    },
)

GetServiceResult = TypedDict(
    "GetServiceResult",
    {
        "name": str,
        "version": str,
        "api_version": str,
        "links": "GetServiceResultLinks",
    },
)

GetHealthResult = TypedDict(
    "GetHealthResult",
    {
        "status": str,
    },
)

GetReadinessResult = TypedDict(
    "GetReadinessResult",
    {
        "redis": str,
        "storage": str,
    },
)

SavedWebhook = TypedDict(
    "SavedWebhook",
    {
        "name": str,
        "url": str,
        "events": list[Union[Literal["job.done", "job.failed", "batch.done", "batch.failed"], str]],
        "created_at": str,
        "updated_at": str,
        "disabled_at": Union[str, None],
        "previous_secret_until": Union[str, None],
        "secret": NotRequired[str],
    },
)

WebhookInput = TypedDict(
    "WebhookInput",
    {
        "url": str,
        "events": NotRequired[list[Literal["job.done", "job.failed", "batch.done", "batch.failed"]]],
    },
)

Webhook = TypedDict(
    "Webhook",
    {
        "name": str,
        "url": str,
        "events": list[Union[Literal["job.done", "job.failed", "batch.done", "batch.failed"], str]],
        "created_at": str,
        "updated_at": str,
        "disabled_at": Union[str, None],
        "previous_secret_until": Union[str, None],
    },
)

DeleteWebhookResult = TypedDict(
    "DeleteWebhookResult",
    {
        "name": str,
    },
)

ListWebhooksResult = TypedDict(
    "ListWebhooksResult",
    {
        "items": list["Webhook"],
        "next_cursor": Union[str, None],
    },
)

RotatedWebhook = TypedDict(
    "RotatedWebhook",
    {
        "name": str,
        "url": str,
        "events": list[Union[Literal["job.done", "job.failed", "batch.done", "batch.failed"], str]],
        "created_at": str,
        "updated_at": str,
        "disabled_at": Union[str, None],
        "previous_secret_until": Union[str, None],
        "secret": str,
    },
)

WebhookDeliveryAttemptsItem = TypedDict(
    "WebhookDeliveryAttemptsItem",
    {
        "at": str,
        "status": Union[int, None],
        "error": Union[str, None],
        "duration_ms": int,
    },
)

WebhookDelivery = TypedDict(
    "WebhookDelivery",
    {
        "id": str,
        "event_id": str,
        "type": Union[Literal["job.done", "job.failed", "batch.done", "batch.failed", "webhook.test"], str],
        "status": Union[Literal["pending", "delivered", "failed"], str],
        "created_at": str,
        "next_attempt_at": Union[str, None],
        "attempts": list["WebhookDeliveryAttemptsItem"],
    },
)

ListWebhookDeliveriesResult = TypedDict(
    "ListWebhookDeliveriesResult",
    {
        "items": list["WebhookDelivery"],
        "next_cursor": Union[str, None],
    },
)

ListAccountWebhooksResult = TypedDict(
    "ListAccountWebhooksResult",
    {
        "items": list["Webhook"],
        "next_cursor": Union[str, None],
    },
)

ListAccountWebhookDeliveriesResult = TypedDict(
    "ListAccountWebhookDeliveriesResult",
    {
        "items": list["WebhookDelivery"],
        "next_cursor": Union[str, None],
    },
)

JobRequest = TypedDict(
    "JobRequest",
    {
        "tool": Literal["html-to-pdf", "json-to-pdf"],
        "input": "PdfRequest",
    },
)

ListJobsResult = TypedDict(
    "ListJobsResult",
    {
        "items": list["Job"],
        "next_cursor": Union[str, None],
    },
)

BatchResult = TypedDict(
    "BatchResult",
    {
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "missing": int,
        "page_count": NotRequired[int],
    },
)

BatchMerged = TypedDict(
    "BatchMerged",
    {
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "missing": int,
        "page_count": NotRequired[int],
    },
)

BatchError = TypedDict(
    "BatchError",
    {
        "code": str,
        "message": str,
    },
)

Batch = TypedDict(
    "Batch",
    {
        "id": str,
        "tool": Union[Literal["html-to-pdf", "json-to-pdf"], str],
        "status": Union[Literal["working", "assembling", "done", "cancelled"], str],
        "output": Union[Union[Literal["files", "zip", "merged"], str], list[Union[Literal["files", "zip", "merged"], str]]],
        "priority": int,
        "rows": int,
        "done": int,
        "failed": int,
        "created_at": str,
        "finished_at": NotRequired[str],
        "result": NotRequired["BatchResult"],
        "merged": NotRequired["BatchMerged"],
        "error": NotRequired["BatchError"],
    },
)

BatchOutput = Literal["files", "zip", "merged"]

BatchRequestProtect = TypedDict(
    "BatchRequestProtect",
    {
        "user_password": str,
        "owner_password": NotRequired[str],
        "permissions": NotRequired[list[Literal["print", "copy", "edit", "annotate", "fill_forms", "assemble"]]],
    },
)

BatchRequestRowsFromConnections = TypedDict(
    "BatchRequestRowsFromConnections",
    {
        "tablebase": str,
    },
)

BatchRequestRowsFrom = TypedDict(
    "BatchRequestRowsFrom",
    {
        "base_id": str,
        "table_id": str,
        "_connections": "BatchRequestRowsFromConnections",
        "record_ids": NotRequired[list[str]],
        "where": NotRequired[list["RecordCondition"]],
        "sort": NotRequired[list["RecordSortKey"]],
        "limit": NotRequired[int],
        "fields": NotRequired[list[str]],
        "expand": NotRequired[dict[str, Any]],
        "children": NotRequired[dict[str, "RecordChildren"]],
        "cell_format": NotRequired[Literal["json", "string"]],
    },
)

BatchRequest = TypedDict(
    "BatchRequest",
    {
        "tool": Literal["html-to-pdf", "json-to-pdf"],
        "input": "PdfRequest",
        "priority": NotRequired[int],
        "output": NotRequired[Union["BatchOutput", list["BatchOutput"]]],
        "rows": NotRequired[list[Any]],
        "protect": NotRequired["BatchRequestProtect"],
        "upload": NotRequired[str],
        "rows_from": NotRequired["BatchRequestRowsFrom"],
    },
)

BatchRowResultDelivered = TypedDict(
    "BatchRowResultDelivered",
    {
        "connection": str,
        "bucket": str,
        "key": str,
    },
)

BatchRowResultTemplate = TypedDict(
    "BatchRowResultTemplate",
    {
        "name": str,
        "version": Union[int, str],
    },
)

BatchRowResult = TypedDict(
    "BatchRowResult",
    {
        "download_url": str,
        "signed_url": str,
        "signed_url_expires_at": str,
        "expires_at": str,
        "size_bytes": int,
        "page_count": int,
        "pdf_base64": NotRequired[str],
        "xml": NotRequired[str],
        "delivered": NotRequired["BatchRowResultDelivered"],
        "warnings": NotRequired[list["ContentWarning"]],
        "template": NotRequired["BatchRowResultTemplate"],
    },
)

BatchRowError = TypedDict(
    "BatchRowError",
    {
        "code": str,
        "message": str,
    },
)

BatchRow = TypedDict(
    "BatchRow",
    {
        "row": int,
        "status": Union[Literal["queued", "working", "done", "failed", "cancelled"], str],
        "result": NotRequired["BatchRowResult"],
        "error": NotRequired["BatchRowError"],
    },
)

ListBatchRowsResult = TypedDict(
    "ListBatchRowsResult",
    {
        "items": list["BatchRow"],
        "next_cursor": Union[str, None],
    },
)

ListBatchesResult = TypedDict(
    "ListBatchesResult",
    {
        "items": list["Batch"],
        "next_cursor": Union[str, None],
    },
)

Upload = TypedDict(
    "Upload",
    {
        "id": str,
        "rows": int,
        "bytes": int,
        "expires_at": str,
    },
)

OperatorJob = TypedDict(
    "OperatorJob",
    {
        "id": str,
        "account_id": str,
        "tool": Union[Literal["html-to-pdf", "json-to-pdf"], str],
        "status": Union[Literal["queued", "working", "done", "failed", "cancelled"], str],
        "created_at": str,
        "finished_at": NotRequired[str],
        "error_code": NotRequired[str],
    },
)

ListJobsOfAccountsResult = TypedDict(
    "ListJobsOfAccountsResult",
    {
        "items": list["OperatorJob"],
        "next_cursor": Union[str, None],
    },
)

OperatorBatch = TypedDict(
    "OperatorBatch",
    {
        "id": str,
        "account_id": str,
        "tool": Union[Literal["html-to-pdf", "json-to-pdf"], str],
        "status": Union[Literal["working", "assembling", "done", "cancelled"], str],
        "rows": int,
        "done": int,
        "failed": int,
        "created_at": str,
        "finished_at": NotRequired[str],
    },
)

ListBatchesOfAccountsResult = TypedDict(
    "ListBatchesOfAccountsResult",
    {
        "items": list["OperatorBatch"],
        "next_cursor": Union[str, None],
    },
)

StudioLink = TypedDict(
    "StudioLink",
    {
        "url": str,
        "account_id": str,
        "expires_at": str,
    },
)

StudioLinkInput = TypedDict(
    "StudioLinkInput",
    {
        "token": str,
    },
)

Grant = TypedDict(
    "Grant",
    {
        "id": str,
        "client_id": str,
        "client_name": str,
        "scopes": list[Union[Literal["pdf", "http", "records", "templates"], str]],
        "resource": str,
        "token_id": str,
        "created_at": str,
        "expires_at": str,
        "last_used_at": Union[str, None],
    },
)

ListGrantsResult = TypedDict(
    "ListGrantsResult",
    {
        "items": list["Grant"],
        "next_cursor": Union[str, None],
    },
)

RevokeGrantResult = TypedDict(
    "RevokeGrantResult",
    {
        "id": str,
    },
)

ListGrantsOfAccountResult = TypedDict(
    "ListGrantsOfAccountResult",
    {
        "items": list["Grant"],
        "next_cursor": Union[str, None],
    },
)

RevokeGrantOfAccountResult = TypedDict(
    "RevokeGrantOfAccountResult",
    {
        "id": str,
    },
)


class Operations:
    """The operations of the service, each with the answer's data as its result."""

    def _run(self, call: Call) -> Any:
        raise NotImplementedError

    def http_request(self, body: HttpRequest, *, idempotency_key: str | None = None) -> HttpResult:
        """Performs an outbound HTTP request with custom headers and body, and returns the result."""
        return self._run(Call("POST", "/api/utilities/http-request", json=body, key=idempotency_key, is_keyed=True))

    def html_to_pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> PdfResult:
        """Renders an HTML template with CSS and JSON data into a PDF."""
        return self._run(Call("POST", "/api/utilities/html-to-pdf", json=body, key=idempotency_key, is_keyed=True))

    def json_to_pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> PdfResult:
        """Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips)."""
        return self._run(Call("POST", "/api/utilities/json-to-pdf", json=body, key=idempotency_key, is_keyed=True))

    def get_record(self, body: RecordRequest, *, idempotency_key: str | None = None) -> TableRecord:
        """Retrieves one record from a table in a base of the connected provider."""
        return self._run(Call("POST", "/api/tablebase/get-record", json=body, key=idempotency_key, is_keyed=True))

    def list_records(self, body: ListRecordsRequest, *, idempotency_key: str | None = None) -> RecordList:
        """Retrieves records of a table in a base of the connected provider, with their children."""
        return self._run(Call("POST", "/api/tablebase/list-records", json=body, key=idempotency_key, is_keyed=True))

    def check_template(self, body: PdfRequest) -> TemplateCheck:
        """Lists all faults and warnings of a document without printing it; not charged."""
        return self._run(Call("POST", "/api/utilities/check-template", json=body))

    def put_variable(self, name: str, body: VariableContent, *, if_match: str | None = None, if_none_match: str | None = None) -> Variable:
        """Creates a template variable, publishes a new version of it, or saves its draft."""
        return self._run(Call("PUT", f"/api/variables/{_part(name)}", json=body, conditions={"If-Match": if_match, "If-None-Match": if_none_match}))

    def patch_variable(self, name: str, body: VariablePatch, *, if_match: str | None = None) -> Variable:
        """Changes parts of a template variable, and publishes the result or saves it as the draft."""
        return self._run(Call("PATCH", f"/api/variables/{_part(name)}", json=body, conditions={"If-Match": if_match}))

    def get_variable(self, name: str) -> Variable:
        """The published version of a template variable with its content."""
        return self._run(Call("GET", f"/api/variables/{_part(name)}"))

    def delete_variable(self, name: str, *, if_match: str | None = None) -> DeleteVariableResult:
        """Deletes a template variable with its versions and its draft."""
        return self._run(Call("DELETE", f"/api/variables/{_part(name)}", conditions={"If-Match": if_match}))

    def list_variables(self, *, limit: int | None = None, cursor: str | None = None) -> ListVariablesResult:
        """All template variables of the account, without their contents."""
        return self._run(Call("GET", "/api/variables", query={"limit": limit, "cursor": cursor}))

    def list_variable_versions(self, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListVariableVersionsResult:
        """The versions of a template variable, the newest first, without their contents."""
        return self._run(Call("GET", f"/api/variables/{_part(name)}/versions", query={"limit": limit, "cursor": cursor}))

    def get_variable_version(self, name: str, version: str) -> WholeVersion:
        """One version of a template variable, or its draft, with its content."""
        return self._run(Call("GET", f"/api/variables/{_part(name)}/versions/{_part(version)}"))

    def publish_variable(self, name: str, body: PublishRequest, *, if_match: str | None = None) -> Variable:
        """Publishes the draft of a template variable as a new version, or an earlier version again."""
        return self._run(Call("POST", f"/api/variables/{_part(name)}/publish", json=body, conditions={"If-Match": if_match}))

    def delete_variable_draft(self, name: str, *, if_match: str | None = None) -> DeleteVariableDraftResult:
        """Deletes the draft of a template variable."""
        return self._run(Call("DELETE", f"/api/variables/{_part(name)}/draft", conditions={"If-Match": if_match}))

    def compare_variable_versions(self, name: str, *, from_: str | None = None, to: str | None = None) -> VersionDifference:
        """The differences of two versions of a template variable as text."""
        return self._run(Call("GET", f"/api/variables/{_part(name)}/diff", query={"from": from_, "to": to}))

    def put_font(self, name: str, body: FontInput) -> Font:
        """Creates or replaces a font."""
        return self._run(Call("PUT", f"/api/fonts/{_part(name)}", json=body))

    def get_font(self, name: str) -> Font:
        """One font, without its file."""
        return self._run(Call("GET", f"/api/fonts/{_part(name)}"))

    def delete_font(self, name: str) -> DeleteFontResult:
        """Deletes a font."""
        return self._run(Call("DELETE", f"/api/fonts/{_part(name)}"))

    def list_fonts(self, *, limit: int | None = None, cursor: str | None = None) -> ListFontsResult:
        """All fonts of the account, without their files."""
        return self._run(Call("GET", "/api/fonts", query={"limit": limit, "cursor": cursor}))

    def delete_file(self, id: str) -> DeleteFileResult:
        """Deletes a file of the account; its links end immediately."""
        return self._run(Call("DELETE", f"/api/files/{_part(id)}"))

    def list_templates_of_account(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListTemplatesOfAccountResult:
        """The published templates of an account, with the names of their sample data."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}/templates", query={"limit": limit, "cursor": cursor}))

    def print_template_of_account(self, id: str, name: str, body: TestPrintRequest, *, idempotency_key: str | None = None) -> TestPrint:
        """Prints a version of a template with its sample data; neither charged nor stored."""
        return self._run(Call("POST", f"/admin/accounts/{_part(id)}/templates/{_part(name)}/print", json=body, key=idempotency_key, is_keyed=True))

    def put_connection(self, slug: str, body: ConnectionInput) -> Connection:
        """Creates or replaces a connection to a provider of records, a bucket or an API."""
        return self._run(Call("PUT", f"/api/connections/{_part(slug)}", json=body))

    def get_connection(self, slug: str) -> Connection:
        """One connection, without its token."""
        return self._run(Call("GET", f"/api/connections/{_part(slug)}"))

    def delete_connection(self, slug: str) -> DeleteConnectionResult:
        """Deletes a connection and its token."""
        return self._run(Call("DELETE", f"/api/connections/{_part(slug)}"))

    def list_connections(self, *, limit: int | None = None, cursor: str | None = None) -> ListConnectionsResult:
        """All connections of the account, without their tokens."""
        return self._run(Call("GET", "/api/connections", query={"limit": limit, "cursor": cursor}))

    def test_connection(self, slug: str) -> ConnectionTest:
        """Checks the connection’s token with the provider; writes the empty object `toolpress-test` into a bucket, and sends GET to the `url` of an API."""
        return self._run(Call("POST", f"/api/connections/{_part(slug)}/test"))

    def create_account(self, body: AccountInput, *, idempotency_key: str | None = None) -> Account:
        """Creates an account."""
        return self._run(Call("POST", "/admin/accounts", json=body, key=idempotency_key, is_keyed=True))

    def list_accounts(self, *, limit: int | None = None, cursor: str | None = None) -> ListAccountsResult:
        """All accounts, the oldest first."""
        return self._run(Call("GET", "/admin/accounts", query={"limit": limit, "cursor": cursor}))

    def get_account(self, id: str) -> Account:
        """One account."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}"))

    def update_account(self, id: str, body: AccountChange) -> Account:
        """Renames an account, sets its monthly quota of actions or its limit of pages, suspends or resumes it."""
        return self._run(Call("PATCH", f"/admin/accounts/{_part(id)}", json=body))

    def close_account(self, id: str) -> CloseAccountResult:
        """Closes an account: revokes its tokens, then deletes its data, except usage."""
        return self._run(Call("DELETE", f"/admin/accounts/{_part(id)}"))

    def create_token(self, id: str, body: TokenInput, *, idempotency_key: str | None = None) -> CreatedToken:
        """Creates an API token; its secret is shown only once."""
        return self._run(Call("POST", f"/admin/accounts/{_part(id)}/tokens", json=body, key=idempotency_key, is_keyed=True))

    def list_tokens(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListTokensResult:
        """The tokens of an account, the oldest first."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}/tokens", query={"limit": limit, "cursor": cursor}))

    def revoke_token(self, id: str) -> RevokeTokenResult:
        """Revokes a token immediately."""
        return self._run(Call("DELETE", f"/admin/tokens/{_part(id)}"))

    def get_own_account(self) -> OwnAccount:
        """The account of the token: its name, remaining quota and limits."""
        return self._run(Call("GET", "/api/account"))

    def get_usage(self, *, from_: str | None = None, to: str | None = None) -> Usage:
        """Actions and successful requests of the account, in total or for a period."""
        return self._run(Call("GET", "/api/usage", query={"from": from_, "to": to}))

    def get_usage_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None, from_: str | None = None, to: str | None = None) -> ServiceUsage:
        """Actions and successful requests of all accounts or one, in total or for a period."""
        return self._run(Call("GET", "/admin/usage", query={"limit": limit, "cursor": cursor, "account": account, "from": from_, "to": to}))

    def get_settings(self) -> Settings:
        """The current settings."""
        return self._run(Call("GET", "/admin/settings"))

    def update_settings(self, body: SettingsChange) -> Settings:
        """Changes settings; effective on every gateway within two seconds."""
        return self._run(Call("PATCH", "/admin/settings", json=body))

    def list_audit(self, *, limit: int | None = None, cursor: str | None = None, action: Literal['account.create', 'account.update', 'account.close', 'token.create', 'token.revoke', 'grant.create', 'grant.revoke', 'settings.update', 'secrets.re_encrypt', 'operator.sign_in', 'studio_link.create', 'variable.save', 'variable.delete', 'variable.publish', 'variable.delete_draft', 'font.save', 'font.delete', 'connection.save', 'connection.delete', 'webhook.save', 'webhook.delete', 'webhook.rotate', 'job.cancel', 'batch.cancel', 'batch.retry', 'template.print'] | None = None, from_: str | None = None, to: str | None = None, account: str | None = None) -> ListAuditResult:
        """Who changed accounts, tokens, settings and stored data, the newest first."""
        return self._run(Call("GET", "/admin/audit", query={"limit": limit, "cursor": cursor, "action": action, "from": from_, "to": to, "account": account}))

    def list_own_audit(self, *, limit: int | None = None, cursor: str | None = None, action: Literal['account.create', 'account.update', 'account.close', 'token.create', 'token.revoke', 'grant.create', 'grant.revoke', 'settings.update', 'secrets.re_encrypt', 'operator.sign_in', 'studio_link.create', 'variable.save', 'variable.delete', 'variable.publish', 'variable.delete_draft', 'font.save', 'font.delete', 'connection.save', 'connection.delete', 'webhook.save', 'webhook.delete', 'webhook.rotate', 'job.cancel', 'batch.cancel', 'batch.retry', 'template.print'] | None = None, from_: str | None = None, to: str | None = None) -> ListOwnAuditResult:
        """Who changed the account and its stored data, the newest first."""
        return self._run(Call("GET", "/api/audit", query={"limit": limit, "cursor": cursor, "action": action, "from": from_, "to": to}))

    def re_encrypt_secrets(self, *, idempotency_key: str | None = None) -> ReEncryption:
        """Re-encrypts tokens of connections and secrets of webhooks under the current master key."""
        return self._run(Call("POST", "/admin/secrets/re-encrypt", key=idempotency_key, is_keyed=True))

    def get_service(self) -> GetServiceResult:
        """Name, version and links of the service; a page for browsers."""
        return self._run(Call("GET", "/"))

    def get_health(self) -> GetHealthResult:
        """Whether the process is alive."""
        return self._run(Call("GET", "/healthz"))

    def get_readiness(self) -> GetReadinessResult:
        """Ready: Redis answers and the process is not stopping. Documents also need the file store."""
        return self._run(Call("GET", "/readyz"))

    def put_webhook(self, name: str, body: WebhookInput) -> SavedWebhook:
        """Creates or replaces a webhook; the first answer contains its secret."""
        return self._run(Call("PUT", f"/api/webhooks/{_part(name)}", json=body))

    def get_webhook(self, name: str) -> Webhook:
        """One webhook, without its secret."""
        return self._run(Call("GET", f"/api/webhooks/{_part(name)}"))

    def delete_webhook(self, name: str) -> DeleteWebhookResult:
        """Deletes a webhook and its pending deliveries."""
        return self._run(Call("DELETE", f"/api/webhooks/{_part(name)}"))

    def list_webhooks(self, *, limit: int | None = None, cursor: str | None = None) -> ListWebhooksResult:
        """All webhooks of the account, without their secrets."""
        return self._run(Call("GET", "/api/webhooks", query={"limit": limit, "cursor": cursor}))

    def rotate_webhook_secret(self, name: str) -> RotatedWebhook:
        """Creates a new secret for a webhook; the previous one also signs for 24 hours."""
        return self._run(Call("POST", f"/api/webhooks/{_part(name)}/rotate"))

    def test_webhook(self, name: str) -> WebhookDelivery:
        """Sends a webhook the event `webhook.test`."""
        return self._run(Call("POST", f"/api/webhooks/{_part(name)}/test"))

    def list_webhook_deliveries(self, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListWebhookDeliveriesResult:
        """Deliveries of a webhook, newest first, without content."""
        return self._run(Call("GET", f"/api/webhooks/{_part(name)}/deliveries", query={"limit": limit, "cursor": cursor}))

    def replay_webhook_delivery(self, name: str, id: str) -> WebhookDelivery:
        """Sends a delivery again with the same id."""
        return self._run(Call("POST", f"/api/webhooks/{_part(name)}/deliveries/{_part(id)}/replay"))

    def list_account_webhooks(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListAccountWebhooksResult:
        """The webhooks of an account, without their secrets."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}/webhooks", query={"limit": limit, "cursor": cursor}))

    def list_account_webhook_deliveries(self, id: str, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListAccountWebhookDeliveriesResult:
        """Deliveries of a webhook of an account, newest first, without content."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}/webhooks/{_part(name)}/deliveries", query={"limit": limit, "cursor": cursor}))

    def submit_job(self, body: JobRequest, *, idempotency_key: str | None = None) -> Job:
        """Submits an asynchronous PDF job; it is charged when it is done."""
        return self._run(Call("POST", "/api/jobs", json=body, key=idempotency_key, is_keyed=True))

    def list_jobs(self, *, limit: int | None = None, cursor: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None, tool: Literal['html-to-pdf', 'json-to-pdf'] | None = None) -> ListJobsResult:
        """The jobs of the account, in order of submission."""
        return self._run(Call("GET", "/api/jobs", query={"limit": limit, "cursor": cursor, "status": status, "tool": tool}))

    def get_job(self, id: str, *, wait: int | None = None) -> Job:
        """One job, with its result when it is done."""
        return self._run(Call("GET", f"/api/jobs/{_part(id)}", query={"wait": wait}))

    def delete_job(self, id: str) -> Job:
        """Cancels an open job, or deletes a finished one with its file."""
        return self._run(Call("DELETE", f"/api/jobs/{_part(id)}"))

    def submit_batch(self, body: BatchRequest, *, idempotency_key: str | None = None) -> Batch:
        """Submits a batch: one PDF per row of data, each charged when it is done."""
        return self._run(Call("POST", "/api/batches", json=body, key=idempotency_key, is_keyed=True))

    def list_batches(self, *, limit: int | None = None, cursor: str | None = None) -> ListBatchesResult:
        """The batches of the account, in order of submission."""
        return self._run(Call("GET", "/api/batches", query={"limit": limit, "cursor": cursor}))

    def retry_batch(self, id: str, *, idempotency_key: str | None = None) -> Batch:
        """Repeats failed rows and the archive of a finished batch; has no effect on other batches."""
        return self._run(Call("POST", f"/api/batches/{_part(id)}/retry", key=idempotency_key, is_keyed=True))

    def get_batch(self, id: str, *, wait: int | None = None) -> Batch:
        """One batch and its progress."""
        return self._run(Call("GET", f"/api/batches/{_part(id)}", query={"wait": wait}))

    def delete_batch(self, id: str) -> Batch:
        """Cancels an open batch (done rows remain), or deletes a finished one with its files (a cancelled one after a minute)."""
        return self._run(Call("DELETE", f"/api/batches/{_part(id)}"))

    def list_batch_rows(self, id: str, *, limit: int | None = None, cursor: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None) -> ListBatchRowsResult:
        """The rows of a batch with result or error."""
        return self._run(Call("GET", f"/api/batches/{_part(id)}/rows", query={"limit": limit, "cursor": cursor, "status": status}))

    def upload_rows(self, body: bytes | str, *, content_type: str = "application/x-ndjson") -> Upload:
        """Uploads rows for a batch, as JSON lines or CSV."""
        return self._run(Call("PUT", "/api/uploads", content=body, content_type=content_type))

    def delete_upload(self, id: str) -> Upload:
        """Deletes an unused upload."""
        return self._run(Call("DELETE", f"/api/uploads/{_part(id)}"))

    def list_jobs_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None) -> ListJobsOfAccountsResult:
        """The jobs of an account, or open ones of all accounts, without content."""
        return self._run(Call("GET", "/admin/jobs", query={"limit": limit, "cursor": cursor, "account": account, "status": status}))

    def cancel_job_of_account(self, id: str) -> OperatorJob:
        """Cancels an open job."""
        return self._run(Call("DELETE", f"/admin/jobs/{_part(id)}"))

    def list_batches_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None) -> ListBatchesOfAccountsResult:
        """The batches of an account, or open ones of all accounts, without content."""
        return self._run(Call("GET", "/admin/batches", query={"limit": limit, "cursor": cursor, "account": account}))

    def retry_batch_of_account(self, id: str, *, idempotency_key: str | None = None) -> OperatorBatch:
        """Repeats failed rows and the archive of a finished batch; has no effect on other batches."""
        return self._run(Call("POST", f"/admin/batches/{_part(id)}/retry", key=idempotency_key, is_keyed=True))

    def cancel_batch_of_account(self, id: str) -> OperatorBatch:
        """Cancels an open batch (done rows remain)."""
        return self._run(Call("DELETE", f"/admin/batches/{_part(id)}"))

    def create_studio_link(self, body: StudioLinkInput, *, idempotency_key: str | None = None) -> StudioLink:
        """Creates a link that signs in to the studio once, within ten minutes, on the service’s own machine."""
        return self._run(Call("POST", "/admin/studio-links", json=body, key=idempotency_key, is_keyed=True))

    def list_grants(self, *, limit: int | None = None, cursor: str | None = None) -> ListGrantsResult:
        """The applications that may use the account, the oldest first."""
        return self._run(Call("GET", "/api/account/grants", query={"limit": limit, "cursor": cursor}))

    def revoke_grant(self, id: str) -> RevokeGrantResult:
        """Revokes what an application may do; its tokens end immediately."""
        return self._run(Call("DELETE", f"/api/account/grants/{_part(id)}"))

    def list_grants_of_account(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListGrantsOfAccountResult:
        """The applications that may use an account, the oldest first."""
        return self._run(Call("GET", f"/admin/accounts/{_part(id)}/grants", query={"limit": limit, "cursor": cursor}))

    def revoke_grant_of_account(self, id: str, grant: str) -> RevokeGrantOfAccountResult:
        """Revokes what an application may do; its tokens end immediately."""
        return self._run(Call("DELETE", f"/admin/accounts/{_part(id)}/grants/{_part(grant)}"))

    def download_file(self, id: str, *, expires: int | None = None, signature: str | None = None, inline: str | None = None) -> bytes:
        """Downloads a file; the link is the authorization."""
        return self._run(Call("GET", f"/files/{_part(id)}.pdf", query={"expires": expires, "signature": signature, "inline": inline}, answer="bytes"))


class AsyncOperations:
    """The operations of the service, each with the answer's data as the result to await."""

    def _run(self, call: Call) -> Awaitable[Any]:
        raise NotImplementedError

    async def http_request(self, body: HttpRequest, *, idempotency_key: str | None = None) -> HttpResult:
        """Performs an outbound HTTP request with custom headers and body, and returns the result."""
        return await self._run(Call("POST", "/api/utilities/http-request", json=body, key=idempotency_key, is_keyed=True))

    async def html_to_pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> PdfResult:
        """Renders an HTML template with CSS and JSON data into a PDF."""
        return await self._run(Call("POST", "/api/utilities/html-to-pdf", json=body, key=idempotency_key, is_keyed=True))

    async def json_to_pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> PdfResult:
        """Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips)."""
        return await self._run(Call("POST", "/api/utilities/json-to-pdf", json=body, key=idempotency_key, is_keyed=True))

    async def get_record(self, body: RecordRequest, *, idempotency_key: str | None = None) -> TableRecord:
        """Retrieves one record from a table in a base of the connected provider."""
        return await self._run(Call("POST", "/api/tablebase/get-record", json=body, key=idempotency_key, is_keyed=True))

    async def list_records(self, body: ListRecordsRequest, *, idempotency_key: str | None = None) -> RecordList:
        """Retrieves records of a table in a base of the connected provider, with their children."""
        return await self._run(Call("POST", "/api/tablebase/list-records", json=body, key=idempotency_key, is_keyed=True))

    async def check_template(self, body: PdfRequest) -> TemplateCheck:
        """Lists all faults and warnings of a document without printing it; not charged."""
        return await self._run(Call("POST", "/api/utilities/check-template", json=body))

    async def put_variable(self, name: str, body: VariableContent, *, if_match: str | None = None, if_none_match: str | None = None) -> Variable:
        """Creates a template variable, publishes a new version of it, or saves its draft."""
        return await self._run(Call("PUT", f"/api/variables/{_part(name)}", json=body, conditions={"If-Match": if_match, "If-None-Match": if_none_match}))

    async def patch_variable(self, name: str, body: VariablePatch, *, if_match: str | None = None) -> Variable:
        """Changes parts of a template variable, and publishes the result or saves it as the draft."""
        return await self._run(Call("PATCH", f"/api/variables/{_part(name)}", json=body, conditions={"If-Match": if_match}))

    async def get_variable(self, name: str) -> Variable:
        """The published version of a template variable with its content."""
        return await self._run(Call("GET", f"/api/variables/{_part(name)}"))

    async def delete_variable(self, name: str, *, if_match: str | None = None) -> DeleteVariableResult:
        """Deletes a template variable with its versions and its draft."""
        return await self._run(Call("DELETE", f"/api/variables/{_part(name)}", conditions={"If-Match": if_match}))

    async def list_variables(self, *, limit: int | None = None, cursor: str | None = None) -> ListVariablesResult:
        """All template variables of the account, without their contents."""
        return await self._run(Call("GET", "/api/variables", query={"limit": limit, "cursor": cursor}))

    async def list_variable_versions(self, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListVariableVersionsResult:
        """The versions of a template variable, the newest first, without their contents."""
        return await self._run(Call("GET", f"/api/variables/{_part(name)}/versions", query={"limit": limit, "cursor": cursor}))

    async def get_variable_version(self, name: str, version: str) -> WholeVersion:
        """One version of a template variable, or its draft, with its content."""
        return await self._run(Call("GET", f"/api/variables/{_part(name)}/versions/{_part(version)}"))

    async def publish_variable(self, name: str, body: PublishRequest, *, if_match: str | None = None) -> Variable:
        """Publishes the draft of a template variable as a new version, or an earlier version again."""
        return await self._run(Call("POST", f"/api/variables/{_part(name)}/publish", json=body, conditions={"If-Match": if_match}))

    async def delete_variable_draft(self, name: str, *, if_match: str | None = None) -> DeleteVariableDraftResult:
        """Deletes the draft of a template variable."""
        return await self._run(Call("DELETE", f"/api/variables/{_part(name)}/draft", conditions={"If-Match": if_match}))

    async def compare_variable_versions(self, name: str, *, from_: str | None = None, to: str | None = None) -> VersionDifference:
        """The differences of two versions of a template variable as text."""
        return await self._run(Call("GET", f"/api/variables/{_part(name)}/diff", query={"from": from_, "to": to}))

    async def put_font(self, name: str, body: FontInput) -> Font:
        """Creates or replaces a font."""
        return await self._run(Call("PUT", f"/api/fonts/{_part(name)}", json=body))

    async def get_font(self, name: str) -> Font:
        """One font, without its file."""
        return await self._run(Call("GET", f"/api/fonts/{_part(name)}"))

    async def delete_font(self, name: str) -> DeleteFontResult:
        """Deletes a font."""
        return await self._run(Call("DELETE", f"/api/fonts/{_part(name)}"))

    async def list_fonts(self, *, limit: int | None = None, cursor: str | None = None) -> ListFontsResult:
        """All fonts of the account, without their files."""
        return await self._run(Call("GET", "/api/fonts", query={"limit": limit, "cursor": cursor}))

    async def delete_file(self, id: str) -> DeleteFileResult:
        """Deletes a file of the account; its links end immediately."""
        return await self._run(Call("DELETE", f"/api/files/{_part(id)}"))

    async def list_templates_of_account(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListTemplatesOfAccountResult:
        """The published templates of an account, with the names of their sample data."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}/templates", query={"limit": limit, "cursor": cursor}))

    async def print_template_of_account(self, id: str, name: str, body: TestPrintRequest, *, idempotency_key: str | None = None) -> TestPrint:
        """Prints a version of a template with its sample data; neither charged nor stored."""
        return await self._run(Call("POST", f"/admin/accounts/{_part(id)}/templates/{_part(name)}/print", json=body, key=idempotency_key, is_keyed=True))

    async def put_connection(self, slug: str, body: ConnectionInput) -> Connection:
        """Creates or replaces a connection to a provider of records, a bucket or an API."""
        return await self._run(Call("PUT", f"/api/connections/{_part(slug)}", json=body))

    async def get_connection(self, slug: str) -> Connection:
        """One connection, without its token."""
        return await self._run(Call("GET", f"/api/connections/{_part(slug)}"))

    async def delete_connection(self, slug: str) -> DeleteConnectionResult:
        """Deletes a connection and its token."""
        return await self._run(Call("DELETE", f"/api/connections/{_part(slug)}"))

    async def list_connections(self, *, limit: int | None = None, cursor: str | None = None) -> ListConnectionsResult:
        """All connections of the account, without their tokens."""
        return await self._run(Call("GET", "/api/connections", query={"limit": limit, "cursor": cursor}))

    async def test_connection(self, slug: str) -> ConnectionTest:
        """Checks the connection’s token with the provider; writes the empty object `toolpress-test` into a bucket, and sends GET to the `url` of an API."""
        return await self._run(Call("POST", f"/api/connections/{_part(slug)}/test"))

    async def create_account(self, body: AccountInput, *, idempotency_key: str | None = None) -> Account:
        """Creates an account."""
        return await self._run(Call("POST", "/admin/accounts", json=body, key=idempotency_key, is_keyed=True))

    async def list_accounts(self, *, limit: int | None = None, cursor: str | None = None) -> ListAccountsResult:
        """All accounts, the oldest first."""
        return await self._run(Call("GET", "/admin/accounts", query={"limit": limit, "cursor": cursor}))

    async def get_account(self, id: str) -> Account:
        """One account."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}"))

    async def update_account(self, id: str, body: AccountChange) -> Account:
        """Renames an account, sets its monthly quota of actions or its limit of pages, suspends or resumes it."""
        return await self._run(Call("PATCH", f"/admin/accounts/{_part(id)}", json=body))

    async def close_account(self, id: str) -> CloseAccountResult:
        """Closes an account: revokes its tokens, then deletes its data, except usage."""
        return await self._run(Call("DELETE", f"/admin/accounts/{_part(id)}"))

    async def create_token(self, id: str, body: TokenInput, *, idempotency_key: str | None = None) -> CreatedToken:
        """Creates an API token; its secret is shown only once."""
        return await self._run(Call("POST", f"/admin/accounts/{_part(id)}/tokens", json=body, key=idempotency_key, is_keyed=True))

    async def list_tokens(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListTokensResult:
        """The tokens of an account, the oldest first."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}/tokens", query={"limit": limit, "cursor": cursor}))

    async def revoke_token(self, id: str) -> RevokeTokenResult:
        """Revokes a token immediately."""
        return await self._run(Call("DELETE", f"/admin/tokens/{_part(id)}"))

    async def get_own_account(self) -> OwnAccount:
        """The account of the token: its name, remaining quota and limits."""
        return await self._run(Call("GET", "/api/account"))

    async def get_usage(self, *, from_: str | None = None, to: str | None = None) -> Usage:
        """Actions and successful requests of the account, in total or for a period."""
        return await self._run(Call("GET", "/api/usage", query={"from": from_, "to": to}))

    async def get_usage_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None, from_: str | None = None, to: str | None = None) -> ServiceUsage:
        """Actions and successful requests of all accounts or one, in total or for a period."""
        return await self._run(Call("GET", "/admin/usage", query={"limit": limit, "cursor": cursor, "account": account, "from": from_, "to": to}))

    async def get_settings(self) -> Settings:
        """The current settings."""
        return await self._run(Call("GET", "/admin/settings"))

    async def update_settings(self, body: SettingsChange) -> Settings:
        """Changes settings; effective on every gateway within two seconds."""
        return await self._run(Call("PATCH", "/admin/settings", json=body))

    async def list_audit(self, *, limit: int | None = None, cursor: str | None = None, action: Literal['account.create', 'account.update', 'account.close', 'token.create', 'token.revoke', 'grant.create', 'grant.revoke', 'settings.update', 'secrets.re_encrypt', 'operator.sign_in', 'studio_link.create', 'variable.save', 'variable.delete', 'variable.publish', 'variable.delete_draft', 'font.save', 'font.delete', 'connection.save', 'connection.delete', 'webhook.save', 'webhook.delete', 'webhook.rotate', 'job.cancel', 'batch.cancel', 'batch.retry', 'template.print'] | None = None, from_: str | None = None, to: str | None = None, account: str | None = None) -> ListAuditResult:
        """Who changed accounts, tokens, settings and stored data, the newest first."""
        return await self._run(Call("GET", "/admin/audit", query={"limit": limit, "cursor": cursor, "action": action, "from": from_, "to": to, "account": account}))

    async def list_own_audit(self, *, limit: int | None = None, cursor: str | None = None, action: Literal['account.create', 'account.update', 'account.close', 'token.create', 'token.revoke', 'grant.create', 'grant.revoke', 'settings.update', 'secrets.re_encrypt', 'operator.sign_in', 'studio_link.create', 'variable.save', 'variable.delete', 'variable.publish', 'variable.delete_draft', 'font.save', 'font.delete', 'connection.save', 'connection.delete', 'webhook.save', 'webhook.delete', 'webhook.rotate', 'job.cancel', 'batch.cancel', 'batch.retry', 'template.print'] | None = None, from_: str | None = None, to: str | None = None) -> ListOwnAuditResult:
        """Who changed the account and its stored data, the newest first."""
        return await self._run(Call("GET", "/api/audit", query={"limit": limit, "cursor": cursor, "action": action, "from": from_, "to": to}))

    async def re_encrypt_secrets(self, *, idempotency_key: str | None = None) -> ReEncryption:
        """Re-encrypts tokens of connections and secrets of webhooks under the current master key."""
        return await self._run(Call("POST", "/admin/secrets/re-encrypt", key=idempotency_key, is_keyed=True))

    async def get_service(self) -> GetServiceResult:
        """Name, version and links of the service; a page for browsers."""
        return await self._run(Call("GET", "/"))

    async def get_health(self) -> GetHealthResult:
        """Whether the process is alive."""
        return await self._run(Call("GET", "/healthz"))

    async def get_readiness(self) -> GetReadinessResult:
        """Ready: Redis answers and the process is not stopping. Documents also need the file store."""
        return await self._run(Call("GET", "/readyz"))

    async def put_webhook(self, name: str, body: WebhookInput) -> SavedWebhook:
        """Creates or replaces a webhook; the first answer contains its secret."""
        return await self._run(Call("PUT", f"/api/webhooks/{_part(name)}", json=body))

    async def get_webhook(self, name: str) -> Webhook:
        """One webhook, without its secret."""
        return await self._run(Call("GET", f"/api/webhooks/{_part(name)}"))

    async def delete_webhook(self, name: str) -> DeleteWebhookResult:
        """Deletes a webhook and its pending deliveries."""
        return await self._run(Call("DELETE", f"/api/webhooks/{_part(name)}"))

    async def list_webhooks(self, *, limit: int | None = None, cursor: str | None = None) -> ListWebhooksResult:
        """All webhooks of the account, without their secrets."""
        return await self._run(Call("GET", "/api/webhooks", query={"limit": limit, "cursor": cursor}))

    async def rotate_webhook_secret(self, name: str) -> RotatedWebhook:
        """Creates a new secret for a webhook; the previous one also signs for 24 hours."""
        return await self._run(Call("POST", f"/api/webhooks/{_part(name)}/rotate"))

    async def test_webhook(self, name: str) -> WebhookDelivery:
        """Sends a webhook the event `webhook.test`."""
        return await self._run(Call("POST", f"/api/webhooks/{_part(name)}/test"))

    async def list_webhook_deliveries(self, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListWebhookDeliveriesResult:
        """Deliveries of a webhook, newest first, without content."""
        return await self._run(Call("GET", f"/api/webhooks/{_part(name)}/deliveries", query={"limit": limit, "cursor": cursor}))

    async def replay_webhook_delivery(self, name: str, id: str) -> WebhookDelivery:
        """Sends a delivery again with the same id."""
        return await self._run(Call("POST", f"/api/webhooks/{_part(name)}/deliveries/{_part(id)}/replay"))

    async def list_account_webhooks(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListAccountWebhooksResult:
        """The webhooks of an account, without their secrets."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}/webhooks", query={"limit": limit, "cursor": cursor}))

    async def list_account_webhook_deliveries(self, id: str, name: str, *, limit: int | None = None, cursor: str | None = None) -> ListAccountWebhookDeliveriesResult:
        """Deliveries of a webhook of an account, newest first, without content."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}/webhooks/{_part(name)}/deliveries", query={"limit": limit, "cursor": cursor}))

    async def submit_job(self, body: JobRequest, *, idempotency_key: str | None = None) -> Job:
        """Submits an asynchronous PDF job; it is charged when it is done."""
        return await self._run(Call("POST", "/api/jobs", json=body, key=idempotency_key, is_keyed=True))

    async def list_jobs(self, *, limit: int | None = None, cursor: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None, tool: Literal['html-to-pdf', 'json-to-pdf'] | None = None) -> ListJobsResult:
        """The jobs of the account, in order of submission."""
        return await self._run(Call("GET", "/api/jobs", query={"limit": limit, "cursor": cursor, "status": status, "tool": tool}))

    async def get_job(self, id: str, *, wait: int | None = None) -> Job:
        """One job, with its result when it is done."""
        return await self._run(Call("GET", f"/api/jobs/{_part(id)}", query={"wait": wait}))

    async def delete_job(self, id: str) -> Job:
        """Cancels an open job, or deletes a finished one with its file."""
        return await self._run(Call("DELETE", f"/api/jobs/{_part(id)}"))

    async def submit_batch(self, body: BatchRequest, *, idempotency_key: str | None = None) -> Batch:
        """Submits a batch: one PDF per row of data, each charged when it is done."""
        return await self._run(Call("POST", "/api/batches", json=body, key=idempotency_key, is_keyed=True))

    async def list_batches(self, *, limit: int | None = None, cursor: str | None = None) -> ListBatchesResult:
        """The batches of the account, in order of submission."""
        return await self._run(Call("GET", "/api/batches", query={"limit": limit, "cursor": cursor}))

    async def retry_batch(self, id: str, *, idempotency_key: str | None = None) -> Batch:
        """Repeats failed rows and the archive of a finished batch; has no effect on other batches."""
        return await self._run(Call("POST", f"/api/batches/{_part(id)}/retry", key=idempotency_key, is_keyed=True))

    async def get_batch(self, id: str, *, wait: int | None = None) -> Batch:
        """One batch and its progress."""
        return await self._run(Call("GET", f"/api/batches/{_part(id)}", query={"wait": wait}))

    async def delete_batch(self, id: str) -> Batch:
        """Cancels an open batch (done rows remain), or deletes a finished one with its files (a cancelled one after a minute)."""
        return await self._run(Call("DELETE", f"/api/batches/{_part(id)}"))

    async def list_batch_rows(self, id: str, *, limit: int | None = None, cursor: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None) -> ListBatchRowsResult:
        """The rows of a batch with result or error."""
        return await self._run(Call("GET", f"/api/batches/{_part(id)}/rows", query={"limit": limit, "cursor": cursor, "status": status}))

    async def upload_rows(self, body: bytes | str, *, content_type: str = "application/x-ndjson") -> Upload:
        """Uploads rows for a batch, as JSON lines or CSV."""
        return await self._run(Call("PUT", "/api/uploads", content=body, content_type=content_type))

    async def delete_upload(self, id: str) -> Upload:
        """Deletes an unused upload."""
        return await self._run(Call("DELETE", f"/api/uploads/{_part(id)}"))

    async def list_jobs_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None, status: Literal['queued', 'working', 'done', 'failed', 'cancelled'] | None = None) -> ListJobsOfAccountsResult:
        """The jobs of an account, or open ones of all accounts, without content."""
        return await self._run(Call("GET", "/admin/jobs", query={"limit": limit, "cursor": cursor, "account": account, "status": status}))

    async def cancel_job_of_account(self, id: str) -> OperatorJob:
        """Cancels an open job."""
        return await self._run(Call("DELETE", f"/admin/jobs/{_part(id)}"))

    async def list_batches_of_accounts(self, *, limit: int | None = None, cursor: str | None = None, account: str | None = None) -> ListBatchesOfAccountsResult:
        """The batches of an account, or open ones of all accounts, without content."""
        return await self._run(Call("GET", "/admin/batches", query={"limit": limit, "cursor": cursor, "account": account}))

    async def retry_batch_of_account(self, id: str, *, idempotency_key: str | None = None) -> OperatorBatch:
        """Repeats failed rows and the archive of a finished batch; has no effect on other batches."""
        return await self._run(Call("POST", f"/admin/batches/{_part(id)}/retry", key=idempotency_key, is_keyed=True))

    async def cancel_batch_of_account(self, id: str) -> OperatorBatch:
        """Cancels an open batch (done rows remain)."""
        return await self._run(Call("DELETE", f"/admin/batches/{_part(id)}"))

    async def create_studio_link(self, body: StudioLinkInput, *, idempotency_key: str | None = None) -> StudioLink:
        """Creates a link that signs in to the studio once, within ten minutes, on the service’s own machine."""
        return await self._run(Call("POST", "/admin/studio-links", json=body, key=idempotency_key, is_keyed=True))

    async def list_grants(self, *, limit: int | None = None, cursor: str | None = None) -> ListGrantsResult:
        """The applications that may use the account, the oldest first."""
        return await self._run(Call("GET", "/api/account/grants", query={"limit": limit, "cursor": cursor}))

    async def revoke_grant(self, id: str) -> RevokeGrantResult:
        """Revokes what an application may do; its tokens end immediately."""
        return await self._run(Call("DELETE", f"/api/account/grants/{_part(id)}"))

    async def list_grants_of_account(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListGrantsOfAccountResult:
        """The applications that may use an account, the oldest first."""
        return await self._run(Call("GET", f"/admin/accounts/{_part(id)}/grants", query={"limit": limit, "cursor": cursor}))

    async def revoke_grant_of_account(self, id: str, grant: str) -> RevokeGrantOfAccountResult:
        """Revokes what an application may do; its tokens end immediately."""
        return await self._run(Call("DELETE", f"/admin/accounts/{_part(id)}/grants/{_part(grant)}"))

    async def download_file(self, id: str, *, expires: int | None = None, signature: str | None = None, inline: str | None = None) -> bytes:
        """Downloads a file; the link is the authorization."""
        return await self._run(Call("GET", f"/files/{_part(id)}.pdf", query={"expires": expires, "signature": signature, "inline": inline}, answer="bytes"))
