-- The sample base of `scripts/start` for records: what a small shop has, by foreign keys.
CREATE TABLE customers (
  id text PRIMARY KEY, name text NOT NULL, street text, city text, country text, email text, created_at timestamptz NOT NULL
);
CREATE TABLE products (
  id text PRIMARY KEY, name text NOT NULL, category text NOT NULL, unit text NOT NULL, price numeric(12, 2) NOT NULL
);
CREATE TABLE orders (
  id text PRIMARY KEY, number text NOT NULL UNIQUE, customer_id text NOT NULL REFERENCES customers,
  date date NOT NULL, due_date date NOT NULL, currency text NOT NULL,
  net numeric(12, 2), vat numeric(12, 2), total numeric(12, 2), created_at timestamptz NOT NULL
);
CREATE TABLE order_lines (
  id text PRIMARY KEY, order_id text NOT NULL REFERENCES orders, position int NOT NULL,
  product_id text NOT NULL REFERENCES products, quantity int NOT NULL,
  unit_price numeric(12, 2) NOT NULL, amount numeric(12, 2) NOT NULL, UNIQUE (order_id, position)
);
CREATE TABLE payments (
  id text PRIMARY KEY, customer_id text NOT NULL REFERENCES customers, order_id text NOT NULL REFERENCES orders,
  date date NOT NULL, method text NOT NULL, amount numeric(12, 2) NOT NULL
);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON order_lines (product_id);
CREATE INDEX ON payments (customer_id);
CREATE INDEX ON payments (order_id);

INSERT INTO customers VALUES
  ('cus_ada', 'Lovelace Analytics Ltd', '12 St James’s Square', 'London SW1Y 4LB', 'GB', 'ada@lovelace.example', '2026-01-05 09:00:00Z'),
  ('cus_mueller', 'Müller & Söhne GmbH', 'Größenweg 7', '10115 Berlin', 'DE', 'buero@mueller.example', '2026-01-12 08:30:00Z'),
  ('cus_tanaka', '株式会社田中', '千代田区丸の内 1-1', '東京都 100-0005', 'JP', 'info@tanaka.example', '2026-02-01 01:15:00Z'),
  ('cus_hopper', 'Hopper Compilers Inc.', '1906 Harbor Street', 'Arlington VA 22201', 'US', 'grace@hopper.example', '2026-02-03 15:00:00Z'),
  ('cus_lindqvist', 'Lindqvist Möbler AB', 'Ågatan 3', '582 22 Linköping', 'SE', 'order@lindqvist.example', '2026-02-10 10:45:00Z'),
  ('cus_oconnor', 'O’Connor & Daughters', '4 Quay Lane', 'Galway H91 E2K3', 'IE', 'hello@oconnor.example', '2026-02-14 12:00:00Z'),
  ('cus_novak', 'Knihkupectví Nováková s.r.o.', 'Dlouhá 18', '110 00 Praha 1', 'CZ', 'knihy@novakova.example', '2026-02-20 07:20:00Z'),
  ('cus_costa', 'Livraria Costa, Lda.', 'Rua das Flores 52', '4050-262 Porto', 'PT', 'geral@costa.example', '2026-02-27 11:05:00Z');

INSERT INTO products VALUES
  ('prd_hours', 'Programming of the analytical engine, hours', 'Services', 'hour', 120.00),
  ('prd_training', 'Training, one day', 'Services', 'day', 950.00),
  ('prd_delivery', 'Delivery', 'Services', 'trip', 50.00),
  ('prd_cards', 'Punched cards, box of 500', 'Supplies', 'box', 50.00),
  ('prd_ink', 'Ink, black, 1 l', 'Supplies', 'bottle', 18.40),
  ('prd_paper', 'Paper A4, 500 sheets', 'Supplies', 'pack', 5.95),
  ('prd_shelf', 'Oak shelf, 2 m', 'Furniture', 'piece', 189.90),
  ('prd_brackets', 'Brackets, pair', 'Furniture', 'pair', 6.60),
  ('prd_desk', 'Writing desk, walnut', 'Furniture', 'piece', 1240.00),
  ('prd_report', 'Annual report, printed', 'Print', 'piece', 99.00),
  ('prd_cards_visit', 'Visiting cards, 250', 'Print', 'box', 45.00);

INSERT INTO orders VALUES
  ('ord_1', '2026-0001', 'cus_ada', '2026-03-02', '2026-04-01', 'EUR', NULL, NULL, NULL, '2026-03-02 10:00:00Z'),
  ('ord_2', '2026-0002', 'cus_mueller', '2026-03-09', '2026-04-08', 'EUR', NULL, NULL, NULL, '2026-03-09 14:20:00Z'),
  ('ord_3', '2026-0003', 'cus_tanaka', '2026-03-15', '2026-04-14', 'EUR', NULL, NULL, NULL, '2026-03-15 23:05:00Z');
-- Two orders a day of one customer: a statement of more than one page.
INSERT INTO orders
  SELECT 'ord_' || n, '2026-' || lpad(n::text, 4, '0'), 'cus_mueller', day, day + 30, 'EUR', NULL, NULL, NULL, (day + time '09:30') AT TIME ZONE 'UTC'
  FROM generate_series(4, 75) n, LATERAL (SELECT date '2026-03-16' + (n - 4) / 2 AS day) AS days;

INSERT INTO order_lines
  SELECT 'lin_' || substr(order_id, 5) || '_' || position, order_id, position, product_id, quantity, price, quantity * price
  FROM (VALUES
    ('ord_1', 1, 'prd_hours', 10), ('ord_1', 2, 'prd_cards', 5),
    ('ord_2', 1, 'prd_shelf', 4), ('ord_2', 2, 'prd_brackets', 8), ('ord_2', 3, 'prd_delivery', 1),
    ('ord_3', 1, 'prd_report', 1)
  ) AS given (order_id, position, product_id, quantity) JOIN products ON products.id = product_id;
INSERT INTO order_lines
  SELECT 'lin_' || n || '_' || position, 'ord_' || n, position, products.id, quantity, price, quantity * price
  FROM generate_series(4, 75) n, generate_series(1, 1 + n % 3) position,
    LATERAL (SELECT (ARRAY['prd_brackets', 'prd_shelf', 'prd_ink', 'prd_paper'])[1 + (n + position) % 4] AS id, 1 + (n * position) % 6 AS quantity) AS line
    JOIN products ON products.id = line.id;

-- An export has no VAT.
UPDATE orders SET net = sums.net, vat = sums.vat, total = sums.net + sums.vat
  FROM (
    SELECT order_id, sum(amount) AS net, round(sum(amount) * CASE country WHEN 'JP' THEN 0 ELSE 0.19 END, 2) AS vat
    FROM order_lines JOIN orders ON orders.id = order_id JOIN customers ON customers.id = customer_id GROUP BY order_id, country
  ) AS sums WHERE sums.order_id = orders.id;
ALTER TABLE orders ALTER net SET NOT NULL, ALTER vat SET NOT NULL, ALTER total SET NOT NULL;

INSERT INTO payments VALUES
  ('pay_2', 'cus_mueller', 'ord_2', '2026-04-01', 'Bank transfer', 1026.26),
  ('pay_3', 'cus_tanaka', 'ord_3', '2026-03-28', 'Card', 50.00);
INSERT INTO payments
  SELECT 'pay_' || substr(id, 5), customer_id, id, date + 14, 'Direct debit', total FROM orders WHERE number > '2026-0003' AND right(number, 1)::int % 2 = 1;
